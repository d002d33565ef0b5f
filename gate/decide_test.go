package gate_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

// says is a hook that always says the same.
func says(d gate.Decision) gate.Hook {
	return func(context.Context, gate.Subject) (gate.Decision, error) { return d, nil }
}

var (
	abstain = says(gate.Decision{})
	allow   = says(gate.Decision{Verdict: gate.Allow, Reason: "fine", Rule: "echo"})
)

func fails(err error) gate.Hook {
	return func(context.Context, gate.Subject) (gate.Decision, error) { return gate.Decision{}, err }
}

// subject is a call of a tool that writes, in a scope.
func subject(scope string) gate.Subject {
	return gate.Subject{
		Call: &registry.Call{ID: "r:1", Root: "r", Scope: scope, Tool: "echo"},
		Tool: &registry.Tool{Name: "echo"},
	}
}

func TestDecideByHooks(t *testing.T) {
	ask := says(gate.Decision{Verdict: gate.Ask, Reason: "it writes", Rule: "ask-rule", Always: "echo"})
	deny := says(gate.Decision{Verdict: gate.Deny, Reason: "not here", Rule: "deny-rule"})
	coded := registry.Errorf(registry.LimitExceeded, "100 calls already ran").WithHint("stop")
	tests := []struct {
		name  string
		hooks []gate.Hook
		want  gate.Decision // without Cause
		fault bool
	}{
		{"allow", []gate.Hook{allow}, gate.Decision{Verdict: gate.Allow, Reason: "fine", Rule: "echo"}, false},
		{"abstaining changes nothing", []gate.Hook{abstain, allow, abstain}, gate.Decision{Verdict: gate.Allow, Reason: "fine", Rule: "echo"}, false},
		{"deny beats allow", []gate.Hook{allow, deny}, gate.Decision{Verdict: gate.Deny, Code: registry.Denied, Reason: "not here", Rule: "deny-rule"}, false},
		{"deny beats ask", []gate.Hook{ask, deny, allow}, gate.Decision{Verdict: gate.Deny, Code: registry.Denied, Reason: "not here", Rule: "deny-rule"}, false},
		{"ask beats allow; nobody there", []gate.Hook{allow, ask}, gate.Decision{Verdict: gate.Deny, Code: registry.ApprovalUnavailable, Reason: "it writes", Rule: "ask-rule", Always: "echo"}, false},
		{"two who ask share no rule", []gate.Hook{ask, says(gate.Decision{Verdict: gate.Ask, Always: "other"})}, gate.Decision{Verdict: gate.Deny, Code: registry.ApprovalUnavailable, Reason: "it writes", Rule: "ask-rule"}, false},
		{"deny without a reason", []gate.Hook{says(gate.Decision{Verdict: gate.Deny})}, gate.Decision{Verdict: gate.Deny, Code: registry.Denied, Reason: "the policy gives no reason"}, false},
		{"deny with a code", []gate.Hook{says(gate.Decision{Verdict: gate.Deny, Code: registry.LimitExceeded, Reason: "enough"})}, gate.Decision{Verdict: gate.Deny, Code: registry.LimitExceeded, Reason: "enough"}, false},
		{"a hook cannot pose as a person", []gate.Hook{says(gate.Decision{Verdict: gate.Allow, Code: "X", ByUser: true})}, gate.Decision{Verdict: gate.Allow}, false},
		{"unknown verdict", []gate.Hook{allow, says(gate.Decision{Verdict: 9})}, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "hook 2 went wrong"}, true},
		{"error", []gate.Hook{fails(errors.New("open /etc/policy: no such file"))}, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "hook 1 went wrong"}, true},
		{"error beats what it also decided", []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) {
			return gate.Decision{Verdict: gate.Allow}, errors.New("but no")
		}}, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "hook 1 went wrong"}, true},
		{"coded error keeps its code (P58)", []gate.Hook{fails(fmt.Errorf("inner: %w", coded))}, gate.Decision{Verdict: gate.Deny, Code: registry.LimitExceeded, Reason: "100 calls already ran; stop"}, true},
		{"panic", []gate.Hook{abstain, func(context.Context, gate.Subject) (gate.Decision, error) { panic("boom") }}, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "hook 2 went wrong"}, true},
		{"nil hook", []gate.Hook{nil}, gate.Decision{Verdict: gate.Deny, Code: registry.PolicyError, Reason: "hook 1 went wrong"}, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := gate.New(&gate.Options{Hooks: tt.hooks}).Decide(t.Context(), subject(""))
			if (got.Cause != nil) != tt.fault {
				t.Errorf("got cause %v, want one: %v", got.Cause, tt.fault)
			}
			got.Cause = nil
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("decision (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDefaultPolicy(t *testing.T) {
	reads := registry.Effects{ReadOnly: true}
	tests := []struct {
		name    string
		tool    *registry.Tool
		trusted bool
		want    registry.Code // empty: allowed
	}{
		{"read-only", &registry.Tool{Name: "t", Effects: reads}, false, ""},
		{"says nothing", &registry.Tool{Name: "t"}, false, registry.ApprovalUnavailable},
		{"destructive", &registry.Tool{Name: "t", Effects: registry.Effects{Destructive: true}}, false, registry.ApprovalUnavailable},
		{"foreign, read-only by its own word", &registry.Tool{Name: "t", Foreign: true, Effects: reads}, false, registry.ApprovalUnavailable},
		{"foreign, trusted", &registry.Tool{Name: "t", Foreign: true, Effects: reads}, true, ""},
		{"foreign, trusted, writes", &registry.Tool{Name: "t", Foreign: true}, true, registry.ApprovalUnavailable},
		{"run_code", &registry.Tool{Name: registry.RunCode}, false, ""},
		{"in a namespace, only named like run_code", &registry.Tool{Namespace: "x", Name: registry.RunCode}, false, registry.ApprovalUnavailable},
		{"no such tool", nil, false, registry.UnknownTool},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			s := gate.Subject{Call: &registry.Call{Tool: "nope"}, Tool: tt.tool}
			if tt.tool != nil {
				s.Call.Tool = tt.tool.FullName()
			}
			g := gate.New(&gate.Options{Trusted: func(*registry.Tool) bool { return tt.trusted }})
			d := g.Decide(t.Context(), s)
			if d.Code != tt.want || (d.Verdict == gate.Allow) != (tt.want == "") {
				t.Errorf("got %+v, want code %q", d, tt.want)
			}
		})
	}
}

func TestNobodyIsAskedAboutAToolThatIsNotThere(t *testing.T) {
	g := gate.New(&gate.Options{Approver: func(context.Context, gate.Request) (gate.Grant, error) {
		t.Error("asked a person about a call that cannot run")
		return gate.Grant{Scope: gate.Once}, nil
	}})
	d := g.Decide(t.Context(), gate.Subject{Call: &registry.Call{Tool: "nope"}})
	if d.Code != registry.UnknownTool {
		t.Errorf("got %+v, want UNKNOWN_TOOL", d)
	}
}

func TestZeroGateDenies(t *testing.T) {
	s := subject("")
	s.Tool.Effects.ReadOnly = true
	added := &gate.Gate{}
	added.AddHook("", allow)
	added.SetApprover(func(context.Context, gate.Request) (gate.Grant, error) { return gate.Grant{Scope: gate.Once}, nil })
	for _, g := range []*gate.Gate{nil, {}, added} {
		if d := g.Decide(t.Context(), s); d.Verdict != gate.Deny || d.Code != registry.PolicyError {
			t.Errorf("got %+v, want a denial with POLICY_ERROR", d)
		}
	}
	if d := gate.New(nil).Decide(t.Context(), s); d.Verdict != gate.Allow {
		t.Errorf("got %+v of a gate without options, want read-only allowed", d)
	}
}

func TestFaultsAreLogged(t *testing.T) {
	var log bytes.Buffer
	g := gate.New(&gate.Options{
		Log:   slog.New(slog.NewTextHandler(&log, nil)),
		Hooks: []gate.Hook{func(context.Context, gate.Subject) (gate.Decision, error) { panic("secret path /etc/x") }},
	})
	d := g.Decide(t.Context(), subject(""))
	if text := d.Err("echo").Error(); strings.Contains(text, "/etc/x") {
		t.Errorf("the model would read %q", text)
	}
	for _, want := range []string{"secret path /etc/x", "hook 1", "decide_test.go", "tool=echo"} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("log lacks %q:\n%s", want, log.String())
		}
	}
}

func TestHooksRunFromTheRootDown(t *testing.T) {
	tests := []struct{ scope, want string }{
		{"", "root1 root2"},
		{"a", "root1 root2 a"},
		{"a/b", "root1 root2 a a/b"},
		{"a/b/c", "root1 root2 a a/b"},
		{"ab", "root1 root2"},
		{"b", "root1 root2"},
	}
	g := gate.New(nil)
	var ran []string
	note := func(scope, name string) func() {
		return g.AddHook(scope, func(context.Context, gate.Subject) (gate.Decision, error) {
			ran = append(ran, name)
			return gate.Decision{Verdict: gate.Allow}, nil
		})
	}
	note("a/b", "a/b")
	note("", "root1")
	note("a", "a")
	remove := note("", "removed")
	note("", "root2")
	remove()
	remove()
	for _, tt := range tests {
		ran = nil
		g.Decide(t.Context(), subject(tt.scope))
		if got := strings.Join(ran, " "); got != tt.want {
			t.Errorf("scope %q: got %q, want %q", tt.scope, got, tt.want)
		}
	}
}

// unprintable is an error that breaks when it is asked for its text.
type unprintable struct{}

func (unprintable) Error() string { panic("no text") }

func TestGuards(t *testing.T) {
	passes := func(context.Context, gate.Subject) error { return nil }
	says := func(text string) gate.Guard {
		return func(context.Context, gate.Subject) error { return errors.New(text) }
	}
	panics := func(context.Context, gate.Subject) error { panic("boom") }
	tests := []struct {
		name       string
		guards     []gate.Guard
		wantCode   registry.Code
		wantReason string
	}{
		{"all pass", []gate.Guard{passes, passes}, "", "fine"},
		{"first refusal wins", []gate.Guard{passes, says("one"), says("two")}, registry.GuardDenied, "one"},
		{"its text is the reason (P59)", []gate.Guard{says("quota is used up")}, registry.GuardDenied, "quota is used up"},
		{"no text", []gate.Guard{says("")}, registry.GuardDenied, "the guard gives no reason"},
		{"panic", []gate.Guard{passes, panics}, registry.PolicyError, "guard 2 went wrong"},
		{"text that cannot be had", []gate.Guard{func(context.Context, gate.Subject) error { return unprintable{} }}, registry.PolicyError, "guard 1 went wrong"},
		{"nil guard", []gate.Guard{nil}, registry.PolicyError, "guard 1 went wrong"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := gate.New(&gate.Options{Hooks: []gate.Hook{allow}, Guards: tt.guards}).Decide(t.Context(), subject(""))
			if d.Code != tt.wantCode || d.Reason != tt.wantReason {
				t.Errorf("got %q %q, want %q %q", d.Code, d.Reason, tt.wantCode, tt.wantReason)
			}
		})
	}
}

func TestGuardsSeeOnlyWhatIsAllowed(t *testing.T) {
	g := gate.New(&gate.Options{
		Hooks: []gate.Hook{says(gate.Decision{Verdict: gate.Deny, Reason: "no"})},
		Guards: []gate.Guard{func(context.Context, gate.Subject) error {
			t.Error("a guard saw a denied call")
			return nil
		}},
	})
	g.Decide(t.Context(), subject(""))
}

func TestGuardsOfScopes(t *testing.T) {
	g := gate.New(&gate.Options{Hooks: []gate.Hook{allow}})
	refuses := func(context.Context, gate.Subject) error { return errors.New("not below a") }
	remove := g.AddGuard("a", refuses)
	for scope, want := range map[string]registry.Code{"": "", "b": "", "a": registry.GuardDenied, "a/b": registry.GuardDenied} {
		if d := g.Decide(t.Context(), subject(scope)); d.Code != want {
			t.Errorf("scope %q: got %q, want %q", scope, d.Code, want)
		}
	}
	remove()
	if d := g.Decide(t.Context(), subject("a")); d.Verdict != gate.Allow {
		t.Errorf("got %+v after the guard was removed", d)
	}
}

// P55: a guard that is added while guards run applies to this same call, also when it belongs to a scope nearer the root.
func TestGuardAddedByAGuard(t *testing.T) {
	g := gate.New(&gate.Options{Hooks: []gate.Hook{allow}})
	added := false
	g.AddGuard("a/b", func(context.Context, gate.Subject) error {
		if !added {
			added = true
			g.AddGuard("a", func(context.Context, gate.Subject) error { return errors.New("the new one") })
		}
		return nil
	})
	if d := g.Decide(t.Context(), subject("a/b")); d.Reason != "the new one" {
		t.Errorf("got %+v, want a refusal by the new guard", d)
	}
}

// P56 differs from the reference on purpose: a guard that replaces itself leaves no call unguarded, not even this one.
func TestGuardReplacesItself(t *testing.T) {
	g := gate.New(&gate.Options{Hooks: []gate.Hook{allow}})
	var remove func()
	remove = g.AddGuard("", func(context.Context, gate.Subject) error {
		remove()
		g.AddGuard("", func(context.Context, gate.Subject) error { return errors.New("closed") })
		return nil
	})
	for range 2 {
		if d := g.Decide(t.Context(), subject("")); d.Reason != "closed" {
			t.Errorf("got %+v, want a refusal by the replacement", d)
		}
	}
}

func TestGuardsThatBreedForEver(t *testing.T) {
	g := gate.New(&gate.Options{Hooks: []gate.Hook{allow}})
	var breed gate.Guard
	breed = func(context.Context, gate.Subject) error {
		g.AddGuard("", breed)
		return nil
	}
	g.AddGuard("", breed)
	if d := g.Decide(t.Context(), subject("")); d.Code != registry.PolicyError {
		t.Errorf("got %+v, want POLICY_ERROR", d)
	}
}

func BenchmarkDecide(b *testing.B) {
	pass := func(context.Context, gate.Subject) error { return nil }
	g := gate.New(&gate.Options{Hooks: []gate.Hook{abstain, allow}, Guards: []gate.Guard{pass}})
	s := subject("a/b")
	b.ReportAllocs()
	for b.Loop() {
		g.Decide(b.Context(), s)
	}
}
