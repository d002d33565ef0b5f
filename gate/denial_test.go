package gate_test

import (
	"testing"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

func TestErr(t *testing.T) {
	tests := []struct {
		d    gate.Decision
		want string
	}{
		{gate.Decision{Code: registry.Denied, Reason: "secrets stay here", Rule: "read_file(**/.env)"},
			`echo is denied: secrets stay here (rule "read_file(**/.env)"); go on without this call, or say what could not be done`},
		{gate.Decision{Code: registry.LimitExceeded, Reason: "enough"},
			`echo is denied: enough; go on without this call, or say what could not be done`},
		{gate.Decision{Code: registry.ApprovalDenied},
			`a person denied echo; do not make this call again; go on without it or ask what is wanted instead`},
		{gate.Decision{Code: registry.ApprovalDenied, Reason: "not on main"},
			`a person denied echo: not on main; do not make this call again; go on without it or ask what is wanted instead`},
		{gate.Decision{Code: registry.ApprovalUnavailable, Reason: "it writes", Always: "echo"},
			`echo needs a person's approval and nobody can be asked here: it writes; the rule "echo" would allow it; go on without it until a person adds that to the settings`},
		{gate.Decision{Code: registry.ApprovalUnavailable, Reason: "it writes", Always: "bash(a)\nbash(b)"},
			`echo needs a person's approval and nobody can be asked here: it writes; the rules "bash(a)", "bash(b)" would allow it; go on without it until a person adds that to the settings`},
		{gate.Decision{Code: registry.ApprovalUnavailable, Reason: "it writes", Rule: "ec*"},
			`echo needs a person's approval and nobody can be asked here: it writes (rule "ec*"); only a person can allow it; go on without it`},
		{gate.Decision{Code: registry.GuardDenied, Reason: "quota is used up"},
			`echo is refused: quota is used up; go on without this call`},
		{gate.Decision{Code: registry.PolicyError, Reason: "hook 2 went wrong"},
			`echo is denied because its policy is at fault: hook 2 went wrong; the call itself may be right; report this and go on without it`},
		{gate.Decision{Code: registry.UnknownTool}, `unknown tool "echo"`},
		{gate.Decision{Code: registry.AbortedBeforeDispatch, Reason: "it was cancelled"}, `echo did not start: it was cancelled`},
	}
	for _, tt := range tests {
		tt.d.Verdict = gate.Deny
		if got := tt.d.Err("echo"); got.Error() != tt.want || got.Code != tt.d.Code || got.Tool != "echo" {
			t.Errorf("got %s %s %q, want %q", got.Code, got.Tool, got.Error(), tt.want)
		}
	}
	if err := (gate.Decision{}).Err("echo"); err == nil || err.Code != registry.Denied {
		t.Errorf("got %v for a decision that is none, want a denial", err)
	}
	if err := (gate.Decision{Verdict: gate.Allow}).Err("echo"); err != nil {
		t.Errorf("got %v for an allowed call, want nil", err)
	}
}
