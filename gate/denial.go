package gate

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry"
)

// Err is the error that a denied call of the tool ends with: what was denied, why, by which rule, and what can be done
// instead. It is nil for a call that is allowed.
func (d Decision) Err(tool string) *registry.Error {
	if d.Verdict == Allow {
		return nil
	}
	message, hint := d.text(tool)
	return &registry.Error{Code: cmp.Or(d.Code, registry.Denied), Tool: tool, Message: message, Hint: hint, Cause: d.Cause}
}

func (d Decision) text(tool string) (message, hint string) {
	switch d.Code {
	case registry.ApprovalDenied:
		message = "a person denied " + tool
		if d.Reason != "" {
			message += ": " + d.Reason
		}
		return message, "do not make this call again; go on without it or ask what is wanted instead"
	case registry.ApprovalUnavailable:
		message = fmt.Sprintf("%s needs a person's approval and nobody can be asked here: %s", tool, d.Reason)
		return message + byRule(d.Rule), d.allowance()
	case registry.GuardDenied:
		return fmt.Sprintf("%s is refused: %s", tool, d.Reason), "go on without this call"
	case registry.PolicyError:
		message = fmt.Sprintf("%s is denied because its policy is at fault: %s", tool, d.Reason)
		return message, "the call itself may be right; report this and go on without it"
	case registry.InvalidArgs: // a call that can only fail, so nobody need decide about it
		return d.Reason, ""
	case registry.UnknownTool:
		return fmt.Sprintf("unknown tool %q", tool), ""
	case registry.AbortedBeforeDispatch:
		return fmt.Sprintf("%s did not start: %s", tool, d.Reason), ""
	default:
		return fmt.Sprintf("%s is denied: %s", tool, d.Reason) + byRule(d.Rule), "go on without this call, or say what could not be done"
	}
}

// allowance says what would let a call through that nobody could be asked about.
func (d Decision) allowance() string {
	if d.Always == "" {
		return "only a person can allow it; go on without it"
	}
	return named(d.Always) + " would allow it; go on without it until a person adds that to the settings"
}

// named quotes rules, one a line, in a sentence.
func named(rules string) string {
	lines := strings.Split(rules, "\n")
	for i, line := range lines {
		lines[i] = strconv.Quote(line)
	}
	if len(lines) == 1 {
		return "the rule " + lines[0]
	}
	return "the rules " + strings.Join(lines, ", ")
}

func byRule(rule string) string {
	if rule == "" {
		return ""
	}
	return fmt.Sprintf(" (rule %q)", rule)
}
