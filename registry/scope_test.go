package registry_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/registry/schema"
)

func TestViewOfScopes(t *testing.T) {
	tests := []struct {
		name  string
		build func(t *testing.T, r *registry.Registry)
		want  map[string]string // by path of the scope
	}{{
		name:  "nothing",
		build: func(*testing.T, *registry.Registry) {},
		want:  map[string]string{"": ""},
	}, {
		name: "a tool of a scope is seen there and below (P202)",
		build: func(t *testing.T, r *registry.Registry) {
			a := child(t, r.Root(), "a")
			child(t, a, "b")
			child(t, r.Root(), "c")
			add(t, a, "mine")
		},
		want: map[string]string{"": "", "a": "mine", "a/b": "mine", "c": ""},
	}, {
		name: "sorted by full name, byte by byte",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "b", "a.z", "a.b", "A", "日本", "a b")
		},
		want: map[string]string{"": "A a b a.b a.z b 日本"},
	}, {
		name: "a restriction spares the own tools (P206, P212)",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "read", "write")
			a := child(t, r.Root(), "a")
			child(t, r.Root(), "b")
			add(t, a, "report")
			restrict(t, a, registry.Restriction{Allow: []string{"read"}})
		},
		want: map[string]string{"": "read write", "a": "read report", "b": "read write"},
	}, {
		name: "a restriction reaches everything below, also what the scope itself owns",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "read", "write")
			a := child(t, r.Root(), "a")
			add(t, a, "report")
			restrict(t, a, registry.Restriction{Allow: []string{"read"}})
			child(t, a, "b")
		},
		want: map[string]string{"a": "read report", "a/b": "read"},
	}, {
		name: "a child denies what its parent keeps (P211)",
		build: func(t *testing.T, r *registry.Registry) {
			a := child(t, r.Root(), "a")
			add(t, a, "bash", "read")
			restrict(t, child(t, a, "b"), registry.Restriction{Deny: []string{"bash"}})
		},
		want: map[string]string{"a": "bash read", "a/b": "read"},
	}, {
		name: "all restrictions must admit (P208)",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "a", "b", "c")
			s := child(t, r.Root(), "s")
			restrict(t, s, registry.Restriction{Allow: []string{"a", "b"}})
			restrict(t, s, registry.Restriction{Deny: []string{"b"}})
		},
		want: map[string]string{"s": "a"},
	}, {
		name: "a restriction also keeps out what is added later",
		build: func(t *testing.T, r *registry.Registry) {
			remove := add(t, r.Root(), "a", "b")
			s := child(t, r.Root(), "s")
			restrict(t, s, registry.Restriction{Deny: []string{"b"}})
			remove()
			add(t, r.Root(), "b", "c")
		},
		want: map[string]string{"s": "c"},
	}, {
		name: "a farther tool does not come back when the nearer is denied",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "bash")
			a := child(t, r.Root(), "a")
			add(t, a, "bash")
			restrict(t, child(t, a, "b"), registry.Restriction{Deny: []string{"bash"}})
		},
		want: map[string]string{"a/b": ""},
	}, {
		name: "removal and closing take only what they own (P10)",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "stays")
			remove := add(t, r.Root(), "goes", "n.goes")
			remove()
			add(t, r.Root(), "goes")
			remove() // idempotent: it does not take what came after
			child(t, r.Root(), "a").Close()
		},
		want: map[string]string{"": "goes stays"},
	}, {
		name: "a nearer tool hides a farther namespace, and the other way round",
		build: func(t *testing.T, r *registry.Registry) {
			add(t, r.Root(), "git.log", "git.diff", "web")
			a := child(t, r.Root(), "a")
			add(t, a, "git", "web.get")
		},
		want: map[string]string{"": "git.diff git.log web", "a": "git web.get"},
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := registry.New(nil)
			tt.build(t, r)
			for path, want := range tt.want {
				if got := names(t, r, path); got != want {
					t.Errorf("tools of scope %q: got %q, want %q", path, got, want)
				}
			}
		})
	}
}

func TestNearerToolShadows(t *testing.T) {
	for _, nearFirst := range []bool{true, false} { // P203: in either order
		r := registry.New(nil)
		a := child(t, r.Root(), "a")
		near, far := tool("x"), tool("x")
		near.Summary, far.Summary = "near", "far"
		order := []func(){
			func() { mustAdd(t, r.Root(), far) },
			func() { mustAdd(t, a, near) },
		}
		if nearFirst {
			order[0], order[1] = order[1], order[0]
		}
		for _, step := range order {
			step()
		}
		for path, want := range map[string]string{"": "far", "a": "near"} {
			found, ok := view(t, r, path).Lookup("x")
			if !ok || found.Summary != want || view(t, r, path).Len() != 1 {
				t.Errorf("scope %q: got %+v, want the tool that is %s", path, found, want)
			}
		}
	}
}

func mustAdd(t testing.TB, s *registry.Scope, tools ...registry.Tool) {
	t.Helper()
	if _, err := s.Add(tools...); err != nil {
		t.Fatal(err)
	}
}

func TestAddRefuses(t *testing.T) {
	noHandler := tool("bare")
	noHandler.Handler = nil
	negative := tool("negative")
	negative.Timeout = -1
	dotted := registry.Tool{Namespace: "a.b", Name: "c", Handler: give(`1`)}
	deeper := registry.Tool{Namespace: "a", Name: "b.c", Handler: give(`1`)}
	text, err := schema.Parse(json.RawMessage(`{"type":["string","null"]}`))
	if err != nil {
		t.Fatal(err)
	}
	textInput := tool("text")
	textInput.Input = text
	tests := []struct {
		name  string
		tools []registry.Tool
		want  []string // parts of the error
	}{
		{"empty name", []registry.Tool{tool("ns.")}, []string{`tool "ns."`, "name is empty"}},
		{"run_code (P15)", []registry.Tool{tool("run_code")}, []string{"reserved"}},
		{"run_code as a namespace", []registry.Tool{tool("run_code.x")}, []string{"namespace is reserved"}},
		{"then", []registry.Tool{tool("then")}, []string{`"then"`, "await"}},
		{"then in a namespace (BR-018)", []registry.Tool{tool("github.then")}, []string{`"then"`}},
		{"then as a namespace", []registry.Tool{tool("then.get")}, []string{`"then"`}},
		{"invalid UTF-8", []registry.Tool{tool("a\xff")}, []string{"UTF-8"}},
		{"long name", []registry.Tool{tool(strings.Repeat("x", 1025))}, []string{"longer than 1024 bytes"}},
		{"no handler", []registry.Tool{noHandler}, []string{`"bare"`, "no handler"}},
		{"input without objects (TS-016)", []registry.Tool{textInput}, []string{`"text"`, "admits no object"}},
		{"negative timeout", []registry.Tool{negative}, []string{"negative"}},
		{"taken (P9, P204)", []registry.Tool{tool("old")}, []string{`"old"`, "already"}},
		{"twice in one call", []registry.Tool{tool("x"), tool("x")}, []string{`"x"`, "already"}},
		{"one full name in two ways", []registry.Tool{dotted, deeper}, []string{`"a.b.c"`, "already"}},
		{"tool named as a namespace", []registry.Tool{tool("git"), tool("git.log")}, []string{`tool "git"`, "namespace"}},
		{"tool named as an old namespace", []registry.Tool{tool("ns")}, []string{`tool "ns"`, "namespace"}},
		{"namespace named as an old tool", []registry.Tool{tool("old.x")}, []string{`namespace "old"`, "tool"}},
		{"everything at once", []registry.Tool{noHandler, tool("then"), tool("old"), tool("fine")},
			[]string{"no handler", `"then"`, `"old"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := registry.New(nil)
			add(t, r.Root(), "old", "ns.old")
			before := view(t, r, "")
			remove, err := r.Root().Add(append(tt.tools, tool("good"))...)
			if err == nil || remove != nil {
				t.Fatal("got no error")
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("got error %q, want it to say %q", err, part)
				}
			}
			if view(t, r, "") != before {
				t.Error("a refused call has changed the view")
			}
			mustAdd(t, r.Root(), tool("good")) // P12: nothing was left behind
		})
	}
}

// TestOddNames: names are kept exactly (BR-015, BR-017, BR-018).
func TestOddNames(t *testing.T) {
	odd := []string{"weather-get", "weather_get", "Weather Get", "delete", "2fa-enable", "import", "日本語", "!!!", "a b",
		"x\u2028y", "__proto__", "constructor", "toString", "Promise", "console", "tools", "a\x00b"}
	r := registry.New(nil)
	add(t, r.Root(), append(odd, "weather.get", "hasOwnProperty.get", "github.run_code")...)
	v := view(t, r, "")
	for _, name := range odd {
		found, ok := v.Lookup(name)
		if !ok || found.FullName() != name {
			t.Errorf("tool %q: got %v, want it", name, found)
		}
	}
}

func TestRestrictRefuses(t *testing.T) {
	tests := []struct {
		name string
		rs   registry.Restriction
		want []string
	}{
		{"empty", registry.Restriction{}, []string{"neither allows nor denies", "known names: \"read\", \"s.own\", \"write\""}},
		{"unknown", registry.Restriction{Allow: []string{"read", "raed"}, Deny: []string{"nope"}},
			[]string{`no tool "raed"`, `no tool "nope"`, "known names: \"read\", \"s.own\", \"write\""}},
		{"run_code", registry.Restriction{Deny: []string{"run_code"}}, []string{"run_code cannot be restricted"}},
		{"another scope's tool", registry.Restriction{Deny: []string{"other"}}, []string{`no tool "other"`}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r := registry.New(nil)
			add(t, r.Root(), "read", "write")
			add(t, child(t, r.Root(), "elsewhere"), "other")
			s := child(t, r.Root(), "s")
			add(t, s, "s.own")
			_, err := s.Restrict(tt.rs)
			if err == nil {
				t.Fatal("got no error")
			}
			for _, part := range tt.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("got error %q, want it to say %q", err, part)
				}
			}
			if got, want := names(t, r, "s"), "read s.own write"; got != want {
				t.Errorf("got tools %q, want %q", got, want)
			}
		})
	}
}

func TestRestrictListsManyNames(t *testing.T) {
	r := registry.New(nil)
	if _, err := r.Root().Restrict(registry.Restriction{Allow: []string{"x"}}); err == nil || !strings.Contains(err.Error(), "no tools are known") {
		t.Errorf("without tools: got error %v, want one that says so", err)
	}
	mustAdd(t, r.Root(), manyTools(60)...)
	if _, err := r.Root().Restrict(registry.Restriction{Allow: []string{"x"}}); err == nil || !strings.HasSuffix(err.Error(), " and 10 more") {
		t.Errorf("with 60 tools: got error %v, want it to end with the number of those not listed", err)
	}
}

func TestRestrictCopiesAndLifts(t *testing.T) {
	r := registry.New(nil)
	add(t, r.Root(), "a", "b")
	s := child(t, r.Root(), "s")
	allow := []string{"a"}
	lift := restrict(t, s, registry.Restriction{Allow: allow})
	allow[0] = "b" // P209
	if got, want := names(t, r, "s"), "a"; got != want {
		t.Errorf("after a change of the list: got %q, want %q", got, want)
	}
	again := restrict(t, s, registry.Restriction{Deny: []string{"b"}})
	lift()
	lift()
	if got, want := names(t, r, "s"), "a"; got != want { // P208: the other stays
		t.Errorf("after lifting the first: got %q, want %q", got, want)
	}
	again()
	if got, want := names(t, r, "s"), "a b"; got != want {
		t.Errorf("after lifting both: got %q, want %q", got, want)
	}
}

func TestModes(t *testing.T) {
	r := registry.New(nil)
	add(t, r.Root(), "read")
	code := child(t, r.Root(), "code")
	if err := code.SetMode(registry.ModeBoth); err != nil {
		t.Fatal(err)
	}
	below := child(t, code, "below")
	if _, err := r.View("code"); err == nil || !strings.Contains(err.Error(), `mode "both"`) { // P194, P223
		t.Errorf("without run_code: got error %v, want one that names the mode", err)
	}
	view(t, r, "") // the others do not mind
	if err := r.ProvideRunCode(tool("run_code")); err != nil {
		t.Fatal(err)
	}
	if err := r.ProvideRunCode(tool("run_code")); err == nil {
		t.Error("a second run_code: got no error")
	}
	if err := below.SetMode(registry.ModeCode); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]registry.Mode{"": registry.ModeNative, "code": registry.ModeBoth, "code/below": registry.ModeCode} {
		v := view(t, r, path)
		_, found := v.Lookup(registry.RunCode)
		_, given := v.RunCode()
		if v.Mode() != want || found != given || given != (want != registry.ModeNative) {
			t.Errorf("scope %q: got mode %q and run_code %v, want mode %q", path, v.Mode(), given, want)
		}
		if got := names(t, r, path); got != "read" {
			t.Errorf("scope %q: got tools %q, want %q", path, got, "read")
		}
	}
	if err := code.SetMode(registry.ModeBoth); err == nil { // P222
		t.Error("a second declaration: got no error")
	}
	if err := r.Root().SetMode("loud"); err == nil {
		t.Error("an unknown mode: got no error")
	}
	if err := registry.New(nil).ProvideRunCode(tool("other")); err == nil {
		t.Error("another name for run_code: got no error")
	}
}

func TestChain(t *testing.T) {
	r := registry.New(nil)
	b := child(t, child(t, r.Root(), "a"), "b")
	got, ok := r.Chain("a/b")
	if diff := cmp.Diff([]string{"", "a", "a/b"}, got); diff != "" || !ok {
		t.Errorf("chain (-want +got):\n%s", diff)
	}
	if b.Path() != "a/b" {
		t.Errorf("path: got %q, want %q", b.Path(), "a/b")
	}
	if got, ok := r.Chain("a/c"); ok {
		t.Errorf("chain of no scope: got %q", got)
	}
	for _, name := range []string{"", "x/y", "\xff", "a"} {
		if _, err := r.Root().Child(name); err == nil {
			t.Errorf("child %q: got no error", name)
		}
	}
}

func TestClose(t *testing.T) {
	r := registry.New(nil)
	a := child(t, r.Root(), "a")
	b := child(t, a, "b")
	remove := add(t, b, "x")
	lift := restrict(t, b, registry.Restriction{Deny: []string{"x"}})
	a.Close()
	a.Close()
	remove()
	lift()
	_, viewErr := r.View("a/b")
	_, addErr := b.Add(tool("y"))
	_, childErr := b.Child("c")
	_, restrictErr := b.Restrict(registry.Restriction{Deny: []string{"x"}})
	for name, err := range map[string]error{"View": viewErr, "Add": addErr, "Child": childErr, "Restrict": restrictErr,
		"SetMode": b.SetMode(registry.ModeCode)} {
		if !errors.Is(err, registry.ErrNoScope) {
			t.Errorf("%s after Close: got error %v, want ErrNoScope", name, err)
		}
	}
	add(t, child(t, r.Root(), "a"), "fresh") // the path is free again
	if got, want := names(t, r, "a"), "fresh"; got != want {
		t.Errorf("a new scope of the old path: got %q, want %q", got, want)
	}
	r.Root().Close() // P200
	if _, err := r.View(""); !errors.Is(err, registry.ErrNoScope) {
		t.Errorf("view of the closed root: got error %v, want ErrNoScope", err)
	}
}

func TestOff(t *testing.T) {
	key := ""
	env := &registry.Env{GOOS: "plan9", Lookup: func(string) (string, bool) { return key, key != "" }}
	r := registry.New(&registry.Options{Env: env})
	keyed := tool("keyed")
	keyed.Enabled = func(e registry.Env) (bool, string) {
		_, ok := e.Lookup("KEY")
		return ok, "KEY is not set on " + e.GOOS
	}
	panics := tool("panics")
	panics.Enabled = func(registry.Env) (bool, string) { panic("no") }
	silent := tool("silent")
	silent.Enabled = func(registry.Env) (bool, string) { return false, "" }
	mustAdd(t, r.Root(), keyed, panics, silent, tool("on"))
	a := child(t, r.Root(), "a")
	add(t, a, "on.deep")
	restrict(t, a, registry.Restriction{Deny: []string{"silent"}})

	wants := map[string][]registry.Off{
		"": {
			{Name: "keyed", Reason: "KEY is not set on plan9"},
			{Name: "panics", Reason: "its check whether it is enabled panicked"},
			{Name: "silent", Reason: "it is not enabled here"},
		},
		"a": { // what is hidden is not even off
			{Name: "keyed", Reason: "KEY is not set on plan9"},
			{Name: "on", Reason: "a nearer scope has a namespace of this name"},
			{Name: "panics", Reason: "its check whether it is enabled panicked"},
		},
	}
	for path, want := range wants {
		if diff := cmp.Diff(want, view(t, r, path).Off()); diff != "" {
			t.Errorf("off in scope %q (-want +got):\n%s", path, diff)
		}
	}
	before := view(t, r, "a")
	r.Refresh()
	if view(t, r, "a") != before {
		t.Error("a refresh without news has changed the view")
	}
	key = "secret"
	r.Refresh()
	if got, want := names(t, r, ""), "keyed on"; got != want {
		t.Errorf("after the key was set: got %q, want %q", got, want)
	}
}

// TestOffStaysInPlace: what replaces a tool does not bring it back by being off.
func TestOffStaysInPlace(t *testing.T) {
	r := registry.New(nil)
	add(t, r.Root(), "bash")
	safer := tool("bash")
	safer.Enabled = func(registry.Env) (bool, string) { return false, "no container" }
	mustAdd(t, child(t, r.Root(), "a"), safer)
	if got := names(t, r, "a"); got != "" {
		t.Errorf("got tools %q, want none", got)
	}
}

func TestEnabledMayCallBack(t *testing.T) {
	r := registry.New(nil)
	nosy := tool("nosy")
	nosy.Enabled = func(registry.Env) (bool, string) {
		_, err := r.View("")
		return err == nil, "no view"
	}
	mustAdd(t, r.Root(), nosy)
	r.Refresh()
	if got := names(t, r, ""); got != "nosy" {
		t.Errorf("got tools %q, want %q", got, "nosy")
	}
}
