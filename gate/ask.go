package gate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/runcode-dev/runcode/registry"
)

// ask gets a person's answer about a call for which policy wants one, unless the session already grants it.
func (g *Gate) ask(ctx context.Context, s Subject, d Decision) Decision {
	key, err := grantKey(s.Tool, s.Call.Args)
	if err != nil {
		return g.fault(ctx, s, "the tool's grant key", err)
	}
	if d.Fresh {
		key = ""
	}
	if g.grants.has(key) {
		return grantedBefore()
	}
	if g.approver.Load() == nil {
		return unavailable(d)
	}
	if s.Asking != nil {
		s.Asking(true)
		defer s.Asking(false)
	}
	waited, release, err := g.grants.turn(ctx, key)
	if err != nil {
		return cancelled()
	}
	defer release()
	if waited { // the answer to an earlier question may have settled this one, for the session or by a rule
		if d = g.consult(ctx, s); d.Verdict != Ask {
			return d
		}
		if d.Fresh {
			key = ""
		}
		if g.grants.has(key) {
			return grantedBefore()
		}
	}
	return g.askPerson(ctx, s, d, key)
}

// askPerson puts the question and turns the answer into a decision. A person's no holds also when ctx is done by then.
func (g *Gate) askPerson(ctx context.Context, s Subject, d Decision, key string) Decision {
	approver := g.approver.Load() // at this moment: the person may have left while the call waited for its turn
	switch {
	case ctx.Err() != nil:
		return cancelled()
	case approver == nil:
		return unavailable(d)
	}
	req := Request{Call: s.Call, Tool: s.Tool, Reason: d.Reason, Rule: d.Rule, Key: key}
	if g.remember != nil {
		req.Always = d.Always
	}
	if s.Waiting != nil {
		req.Waiting = s.Waiting()
	}
	var grant Grant
	err := protect(func() (err error) {
		grant, err = (*approver)(ctx, req)
		return err
	})
	if _, panicked := errors.AsType[*panicError](err); panicked {
		return g.fault(ctx, s, "the approver", err)
	}
	if err != nil && ctx.Err() != nil {
		return cancelled()
	}
	if err != nil {
		g.logger().WarnContext(ctx, "nobody could be asked, call denied", "tool", s.Call.Tool, "call", s.Call.ID, "error", err)
		return unavailable(d)
	}
	return g.answer(ctx, s, req, grant)
}

// answer turns a person's answer into a decision. What cannot be granted for longer is granted once, and the reason says so.
func (g *Gate) answer(ctx context.Context, s Subject, req Request, grant Grant) Decision {
	yes := Decision{Verdict: Allow, ByUser: true}
	switch grant.Scope {
	case No:
		return Decision{Verdict: Deny, Code: registry.ApprovalDenied, Reason: grant.Reason, ByUser: true}
	case Once:
		yes.Reason = "a person allowed it once"
	case Session:
		yes.Reason = g.grantSession(req)
	case Always:
		yes.Reason, yes.Rule = g.grantAlways(ctx, req)
	default:
		return g.fault(ctx, s, "the approver", fmt.Errorf("unknown scope %d of a grant", grant.Scope))
	}
	return yes
}

func (g *Gate) grantSession(req Request) (reason string) {
	if req.Key == "" {
		return "a person allowed it once; it cannot be granted for the session"
	}
	g.grants.add(req.Key)
	return "a person allowed it for this session"
}

func (g *Gate) grantAlways(ctx context.Context, req Request) (reason, rule string) {
	if req.Always == "" {
		return "a person allowed it once; there is no rule that could make it permanent", ""
	}
	if err := protect(func() error { return g.remember(req.Always) }); err != nil {
		g.logger().ErrorContext(ctx, "rules not saved, call allowed once", "rules", req.Always, "tool", req.Call.Tool, "error", err)
		return "a person allowed it once; " + named(req.Always) + " could not be saved", ""
	}
	return "a person allowed it for good", req.Always
}

// grantKey says what "for this session" would cover; empty: it cannot be granted.
func grantKey(t *registry.Tool, args json.RawMessage) (key string, err error) {
	if t.GrantKey == nil {
		return "tool:" + t.FullName(), nil
	}
	err = protect(func() error {
		key = t.GrantKey(args)
		return nil
	})
	return key, err
}

func grantedBefore() Decision {
	return Decision{Verdict: Allow, Reason: "a person allowed it earlier, for this session"}
}

func unavailable(d Decision) Decision {
	return Decision{Verdict: Deny, Code: registry.ApprovalUnavailable, Reason: d.Reason, Rule: d.Rule, Always: d.Always}
}

func cancelled() Decision {
	return Decision{Verdict: Deny, Code: registry.AbortedBeforeDispatch, Reason: "the call was cancelled before a person had decided"}
}
