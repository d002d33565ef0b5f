package run

import (
	"context"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell"
)

// Ask asks a person about one command line in the middle of a command, and waits for the answer. nil: it may run.
type Ask func(ctx context.Context, a *shell.Analysis, d shell.Decision) (allowed bool, err error)

// Policy makes a judge of the policy that also decided about the command as a whole. approved says that a person has
// approved that whole: then only the floor and deny rules still refuse. What else would be asked about goes to ask; nil:
// it is refused.
func Policy(p shell.Policy, approved bool, ask Ask) Judge {
	return func(ctx context.Context, a *shell.Analysis) (shell.Decision, error) {
		d := shell.Decide(a, p)
		if d.Verdict != gate.Ask {
			return d, nil
		}
		if approved {
			d.Verdict = gate.Allow
			return d, nil
		}
		if ask == nil {
			return d, nil
		}
		allowed, err := ask(ctx, a, d)
		if err != nil {
			return shell.Decision{}, err
		}
		d.Verdict = gate.Deny
		if allowed {
			d.Verdict = gate.Allow
		}
		return d, nil
	}
}
