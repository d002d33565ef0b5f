package gate_test

import (
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// asks is a policy that asks and offers a rule.
func asks(context.Context, gate.Subject) (gate.Decision, error) {
	return gate.Decision{Verdict: gate.Ask, Reason: "it writes", Rule: "ask-rule", Always: "echo"}, nil
}

// answers is a person who always gives the same answer.
func answers(scope gate.Scope, reason string) gate.Approver {
	return func(context.Context, gate.Request) (gate.Grant, error) {
		return gate.Grant{Scope: scope, Reason: reason}, nil
	}
}

func TestAnswers(t *testing.T) {
	saved := func(string) error { return nil }
	ungrantable := func(json.RawMessage) string { return "" }
	tests := []struct {
		name     string
		approver gate.Approver
		remember func(string) error
		grantKey func(json.RawMessage) string
		want     gate.Decision // without Cause
	}{
		{"no", answers(gate.No, "use the other file"), saved, nil, gate.Decision{Verdict: gate.Deny, Code: registry.ApprovalDenied, Reason: "use the other file", ByUser: true}},
		{"once", answers(gate.Once, ""), saved, nil, gate.Decision{Verdict: gate.Allow, Reason: "a person allowed it once", ByUser: true}},
		{"session", answers(gate.Session, ""), saved, nil, gate.Decision{Verdict: gate.Allow, Reason: "a person allowed it for this session", ByUser: true}},
		{"session, not offered", answers(gate.Session, ""), saved, ungrantable, gate.Decision{Verdict: gate.Allow, Reason: "a person allowed it once; it cannot be granted for the session", ByUser: true}},
		{"always", answers(gate.Always, ""), saved, nil, gate.Decision{Verdict: gate.Allow, Reason: "a person allowed it for good", Rule: "echo", ByUser: true}},
		{"always, not offered", answers(gate.Always, ""), nil, nil, gate.Decision{Verdict: gate.Allow, Reason: "a person allowed it once; there is no rule that could make it permanent", ByUser: true}},
		{"always, not saved", answers(gate.Always, ""), func(string) error { return errors.New("/home/me: read-only") }, nil, gate.Decision{Verdict: gate.Allow, Reason: `a person allowed it once; the rule "echo" could not be saved`, ByUser: true}},
		{"always, saving panics", answers(gate.Always, ""), func(string) error { panic("disk") }, nil, gate.Decision{Verdict: gate.Allow, Reason: `a person allowed it once; the rule "echo" could not be saved`, ByUser: true}},
		{"nobody there", func(context.Context, gate.Request) (gate.Grant, error) {
			return gate.Grant{Scope: gate.Always}, errors.New("no terminal")
		}, saved, nil, gate.Decision{Verdict: gate.Deny, Code: registry.ApprovalUnavailable, Reason: "it writes", Rule: "ask-rule", Always: "echo"}},
		{"unknown answer", answers(9, ""), saved, nil, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "the approver went wrong"}},
		{"approver panics", func(context.Context, gate.Request) (gate.Grant, error) { panic("boom") }, saved, nil, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "the approver went wrong"}},
		{"grant key panics", answers(gate.Session, ""), saved, func(json.RawMessage) string { panic("boom") }, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "the tool's grant key went wrong"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: tt.approver, Remember: tt.remember})
			s := subject("")
			s.Tool.GrantKey = tt.grantKey
			waiting := 0
			s.Asking = func(begins bool) {
				if begins {
					waiting++
				} else {
					waiting--
				}
			}
			got := g.Decide(t.Context(), s)
			if diff := cmp.Diff(tt.want, got, cmpopts.IgnoreFields(gate.Decision{}, "Cause")); diff != "" {
				t.Errorf("decision (-want +got):\n%s", diff)
			}
			if waiting != 0 {
				t.Errorf("got %d waits that never ended", waiting)
			}
		})
	}
}

func TestRequest(t *testing.T) {
	var got gate.Request
	approver := func(_ context.Context, r gate.Request) (gate.Grant, error) {
		got = r
		return gate.Grant{Scope: gate.Once}, nil
	}
	s := subject("")
	s.Call.Args = json.RawMessage(`{"path":"a"}`)
	s.Tool.Namespace = "ns"
	s.Waiting = func() []registry.Call { return []registry.Call{{ID: "next"}} }
	g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Remember: func(string) error { return nil }})
	g.SetApprover(approver)
	g.Decide(t.Context(), s)
	want := gate.Request{Call: s.Call, Tool: s.Tool, Reason: "it writes", Rule: "ask-rule", Always: "echo", Key: "tool:ns.echo", Waiting: []registry.Call{{ID: "next"}}}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, want %+v", got, want)
	}

	// Without a way to save rules, "always" is not offered.
	g = gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: approver})
	g.Decide(t.Context(), s)
	if got.Always != "" {
		t.Errorf("got %q offered, want nothing", got.Always)
	}
}

func TestSessionGrants(t *testing.T) {
	asked := 0
	g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: func(context.Context, gate.Request) (gate.Grant, error) {
		asked++
		return gate.Grant{Scope: gate.Session}, nil
	}})
	shared := func(json.RawMessage) string { return "files" }
	write := gate.Subject{Call: &registry.Call{Tool: "write"}, Tool: &registry.Tool{Name: "write", GrantKey: shared}}
	edit := gate.Subject{Call: &registry.Call{Tool: "edit"}, Tool: &registry.Tool{Name: "edit", GrantKey: shared}}
	other := gate.Subject{Call: &registry.Call{Tool: "other"}, Tool: &registry.Tool{Name: "other"}}
	steps := []struct {
		s    gate.Subject
		want int // questions so far
	}{{write, 1}, {write, 1}, {edit, 1}, {other, 2}, {other, 2}}
	for i, step := range steps {
		before, waits := asked, 0
		step.s.Asking = func(bool) { waits++ }
		if d := g.Decide(t.Context(), step.s); d.Verdict != gate.Allow || asked != step.want {
			t.Errorf("step %d: got %+v after %d questions, want allowed after %d", i, d, asked, step.want)
		}
		if want := 2 * (asked - before); waits != want {
			t.Errorf("step %d: got %d signs of waiting, want %d: who is not asked waits for nobody", i, waits, want)
		}
	}

	remove := g.AddHook("", says(gate.Decision{Verdict: gate.Deny, Reason: "no longer"}))
	if d := g.Decide(t.Context(), write); d.Verdict != gate.Deny {
		t.Errorf("got %+v, want policy to deny whatever was granted", d)
	}
	remove()
	g.AddGuard("", func(context.Context, gate.Subject) error { return errors.New("never") })
	if d := g.Decide(t.Context(), write); d.Code != registry.GuardDenied {
		t.Errorf("got %+v, want guards on the granted path too", d)
	}
}

func TestFreshQuestions(t *testing.T) {
	var keys []string
	fresh := false
	g := gate.New(&gate.Options{
		Hooks: []gate.Hook{asks, func(context.Context, gate.Subject) (gate.Decision, error) {
			return gate.Decision{Verdict: gate.Ask, Fresh: fresh}, nil
		}},
		Approver: func(_ context.Context, r gate.Request) (gate.Grant, error) {
			keys = append(keys, r.Key)
			return gate.Grant{Scope: gate.Session}, nil
		},
	})
	g.Decide(t.Context(), subject(""))
	g.Decide(t.Context(), subject(""))
	fresh = true
	g.Decide(t.Context(), subject(""))
	d := g.Decide(t.Context(), subject(""))
	if diff := cmp.Diff([]string{"tool:echo", "", ""}, keys); diff != "" {
		t.Errorf("keys of the questions (-want +got):\n%s", diff)
	}
	if want := "a person allowed it once; it cannot be granted for the session"; d.Reason != want {
		t.Errorf("got reason %q, want %q", d.Reason, want)
	}
}

// person is an approver who answers when the test says so.
type person struct {
	mu     sync.Mutex
	asked  []string
	answer chan gate.Grant
}

func (p *person) approve(ctx context.Context, r gate.Request) (gate.Grant, error) {
	p.mu.Lock()
	p.asked = append(p.asked, r.Call.ID)
	p.mu.Unlock()
	select {
	case g := <-p.answer:
		return g, nil
	case <-ctx.Done():
		return gate.Grant{}, ctx.Err()
	}
}

// start decides about calls with the given ids at once; each decision arrives in its channel.
func start(ctx context.Context, g *gate.Gate, ids ...string) []<-chan gate.Decision {
	var out []<-chan gate.Decision
	for _, id := range ids {
		s := subject("")
		s.Call.ID = id
		c := make(chan gate.Decision, 1)
		out = append(out, c)
		go func() { c <- g.Decide(ctx, s) }()
		synctest.Wait()
	}
	return out
}

func TestOneAnswerServesAllWhoWait(t *testing.T) {
	tests := []struct {
		name   string
		first  gate.Scope
		asked  string
		second registry.Code
	}{
		{"session", gate.Session, "1", ""},
		{"always", gate.Always, "1", ""},
		{"once", gate.Once, "1 2", registry.ApprovalDenied},
		{"no", gate.No, "1 2", registry.ApprovalDenied},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				p := &person{answer: make(chan gate.Grant)}
				var saved []string
				hook := func(ctx context.Context, s gate.Subject) (gate.Decision, error) {
					if len(saved) > 0 {
						return gate.Decision{Verdict: gate.Allow, Rule: saved[0]}, nil
					}
					return asks(ctx, s)
				}
				g := gate.New(&gate.Options{Hooks: []gate.Hook{hook}, Approver: p.approve, Remember: func(rule string) error {
					saved = append(saved, rule)
					return nil
				}})
				waits := start(t.Context(), g, "1", "2")
				p.answer <- gate.Grant{Scope: tt.first}
				<-waits[0]
				synctest.Wait()
				if strings.Join(p.asked, " ") != tt.asked {
					t.Fatalf("got questions %q, want %q", p.asked, tt.asked)
				}
				if tt.asked != "1" {
					p.answer <- gate.Grant{Scope: gate.No}
				}
				if d := <-waits[1]; d.Code != tt.second {
					t.Errorf("got %+v for the second, want code %q", d, tt.second)
				}
			})
		})
	}
}

func TestDifferentKeysAreAskedAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &person{answer: make(chan gate.Grant)}
		g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: p.approve})
		var done sync.WaitGroup
		for _, id := range []string{"1", "2", "3"} {
			s := subject("")
			s.Call.ID = id
			s.Tool.GrantKey = func(json.RawMessage) string { return map[string]string{"1": "a", "2": "", "3": ""}[id] }
			done.Go(func() { g.Decide(t.Context(), s) })
		}
		synctest.Wait()
		if len(p.asked) != 3 {
			t.Errorf("got questions %q, want three at once", p.asked)
		}
		for range 3 {
			p.answer <- gate.Grant{}
		}
		done.Wait()
	})
}

func TestCancellation(t *testing.T) {
	tests := []struct {
		name string
		late gate.Approver // answers after the call was cancelled
		want registry.Code
	}{
		{"nobody answered", func(ctx context.Context, _ gate.Request) (gate.Grant, error) { return gate.Grant{}, ctx.Err() }, registry.AbortedBeforeDispatch},
		{"a no stays a no", answers(gate.No, "no"), registry.ApprovalDenied},
		{"a late yes is for the scheduler to see (P52)", answers(gate.Once, ""), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: func(ctx context.Context, r gate.Request) (gate.Grant, error) {
				cancel()
				return tt.late(ctx, r)
			}})
			if d := g.Decide(ctx, subject("")); d.Code != tt.want || d.Cause != nil {
				t.Errorf("got %+v, want code %q and no fault", d, tt.want)
			}
			if d := g.Decide(ctx, subject("")); d.Code != registry.AbortedBeforeDispatch {
				t.Errorf("got %+v for a call that was cancelled already, want nobody asked", d)
			}
		})
	}
}

func TestCancellationInTheQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &person{answer: make(chan gate.Grant)}
		g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: p.approve})
		first := start(t.Context(), g, "1")[0]
		ctx, cancel := context.WithCancel(t.Context())
		second := start(ctx, g, "2")[0]
		cancel()
		if d := <-second; d.Code != registry.AbortedBeforeDispatch {
			t.Errorf("got %+v, want the queued call aborted", d)
		}
		p.answer <- gate.Grant{Scope: gate.Once}
		if d := <-first; d.Verdict != gate.Allow {
			t.Errorf("got %+v, want the first allowed", d)
		}
		third := start(t.Context(), g, "3")[0]
		p.answer <- gate.Grant{Scope: gate.Once}
		if d := <-third; d.Verdict != gate.Allow {
			t.Errorf("got %+v, want the key free again", d)
		}
	})
}

func TestApproverIsLookedUpWhenAsking(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := &person{answer: make(chan gate.Grant)}
		g := gate.New(&gate.Options{Hooks: []gate.Hook{asks}, Approver: p.approve})
		waits := start(t.Context(), g, "1", "2")
		g.SetApprover(nil) // the person leaves after this answer
		p.answer <- gate.Grant{Scope: gate.Once}
		if d := <-waits[0]; d.Verdict != gate.Allow {
			t.Errorf("got %+v, want the question that was put already answered", d)
		}
		if d := <-waits[1]; d.Code != registry.ApprovalUnavailable {
			t.Errorf("got %+v, want nobody there any more", d)
		}
	})
}
