package gate

import (
	"context"

	"github.com/runcode-dev/runcode/registry"
)

// Default is the policy where nobody has set another: what is read-only is allowed, the rest asks. run_code itself is
// allowed, for whatever its program does is decided call by call. trusted says whether the effects that a foreign tool
// claims are believed; nil: of none.
func Default(trusted func(*registry.Tool) bool) Hook {
	return func(_ context.Context, s Subject) (Decision, error) {
		switch {
		case s.Call.Tool == registry.RunCode:
			return Decision{Verdict: Allow, Reason: "each call inside the program is decided on its own"}, nil
		case ReadOnly(s.Tool, trusted):
			return Decision{Verdict: Allow, Reason: "it only reads"}, nil
		case s.Tool != nil && s.Tool.Foreign && s.Tool.Effects.ReadOnly:
			return Decision{Verdict: Ask, Reason: "its server says that it only reads, but that server is not trusted"}, nil
		default:
			return Decision{Verdict: Ask, Reason: "it may change something"}, nil
		}
	}
}

// ReadOnly reports whether a tool is known to change nothing. A foreign tool's own word counts only when it is trusted;
// a nil trusted believes none, and no tool at all is not read-only.
func ReadOnly(t *registry.Tool, trusted func(*registry.Tool) bool) bool {
	if t == nil || !t.Effects.ReadOnly {
		return false
	}
	return !t.Foreign || trusted != nil && trusted(t)
}
