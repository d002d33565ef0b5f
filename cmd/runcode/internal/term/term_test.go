package term_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/cmd/runcode/internal/term"
	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func TestSafe(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"plain\ttext\nwith lines", "plain\ttext\nwith lines"},
		{"\x1b[31mred\x1b]0;title\x07", `\x1b[31mred\x1b]0;title\x07`},
		{"over\rwrite\b\x00", `over\x0dwrite\x08\x00`},
		{"c1 \u009b31m", `c1 \x9b31m`},
		{"bidi \u202eevil\u2066", `bidi \u202eevil\u2066`},
		{"zero\u200bwidth \ufeff", `zero\u200bwidth \ufeff`},
		{"family 👨\u200d👩", "family 👨\u200d👩"},
		{"naïve 日本", "naïve 日本"},
	} {
		if got := term.Safe(test.in); got != test.want {
			t.Errorf("Safe(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestPrompt(t *testing.T) {
	req := gate.Request{
		Call:   &registry.Call{Tool: "bash", Args: json.RawMessage(`{"command":"rm -rf build\u202e"}`)},
		Reason: "it may change something", Key: "bash:rm", Always: "bash(rm -rf build)",
	}
	plain := req
	plain.Key, plain.Always = "", ""
	for _, test := range []struct {
		name, in string
		req      gate.Request
		want     gate.Grant
	}{
		{"once", "y\n", req, gate.Grant{Scope: gate.Once}},
		{"session", "session\n", req, gate.Grant{Scope: gate.Session}},
		{"always", "a\n", req, gate.Grant{Scope: gate.Always}},
		{"no", "n\n", req, gate.Grant{}},
		{"no with a reason", "n use git rm instead\n", req, gate.Grant{Reason: "use git rm instead"}},
		{"nonsense is asked again", "maybe\n\ny\n", req, gate.Grant{Scope: gate.Once}},
		{"what is not offered is asked again", "a\ns\nn\n", plain, gate.Grant{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			p := term.NewPrompt(strings.NewReader(test.in), term.NewScreen(&out, false), nil)
			got, err := p.Approve(t.Context(), test.req)
			if err != nil || !cmp.Equal(got, test.want) {
				t.Errorf("got %+v %v, want %+v", got, err, test.want)
			}
			if !strings.Contains(out.String(), `rm -rf build\u202e`) {
				t.Errorf("the command is not shown whole and visible:\n%s", out.String())
			}
		})
	}
	p := term.NewPrompt(strings.NewReader(""), term.NewScreen(io.Discard, false), nil)
	if g, err := p.Approve(t.Context(), req); err == nil {
		t.Errorf("a closed terminal gave %+v, want an error", g)
	}
}

func TestPromptIsCancelled(t *testing.T) {
	in, w := io.Pipe()
	defer w.Close()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := term.NewPrompt(in, term.NewScreen(io.Discard, false), nil)
	if g, err := p.Approve(ctx, gate.Request{Call: &registry.Call{Tool: "x"}}); err == nil {
		t.Errorf("got %+v, want the cancellation", g)
	}
}

// A change of a file is shown as a diff, in which nothing can hide.
func TestPromptShowsDiff(t *testing.T) {
	var out bytes.Buffer
	diff := func(*registry.Call) string { return "@@ -1 +1 @@\n-a\n+b\x1b[8m\n" }
	p := term.NewPrompt(strings.NewReader("n\n"), term.NewScreen(&out, false), diff)
	if _, err := p.Approve(t.Context(), gate.Request{Call: &registry.Call{Tool: "edit_file"}}); err != nil {
		t.Fatal(err)
	}
	if want := "\x1b[31m-a\x1b[0m\n  \x1b[32m+b\\x1b[8m\x1b[0m\n"; !strings.Contains(out.String(), want) {
		t.Errorf("got %q, want %q in it", out.String(), want)
	}
}

// Ctrl-C at a question is a no to that question.
func TestInterrupt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, w := io.Pipe()
		defer w.Close()
		p := term.NewPrompt(in, term.NewScreen(io.Discard, false), nil)
		if p.Interrupt() {
			t.Error("there was no question, and Interrupt says that there was")
		}
		go func() {
			synctest.Wait()
			p.Interrupt()
		}()
		g, err := p.Approve(t.Context(), gate.Request{Call: &registry.Call{Tool: "x"}})
		if err != nil || g.Scope != gate.No {
			t.Errorf("got %+v %v, want a refusal", g, err)
		}
	})
}

// The status line names what runs, gives way to lines, and is gone in the end.
func TestScreen(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		s := term.NewScreen(&out, true)
		handler := s.Middleware(func(context.Context, *registry.Call) (*registry.Result, error) {
			time.Sleep(time.Second)
			return nil, nil
		})
		if _, err := handler(t.Context(), &registry.Call{Tool: "slow\x1b"}); err != nil {
			t.Fatal(err)
		}
		s.Line("hello\x1b[2J")
		s.Close()
		got := out.String()
		for _, want := range []string{`0 calls done, running: slow\x1b`, "\r\x1b[Khello\\x1b[2J\n"} {
			if !strings.Contains(got, want) {
				t.Errorf("screen lacks %q: %q", want, got)
			}
		}
		if erased := strings.LastIndex(got, "\r\x1b[K"); strings.Contains(got[erased+4:], "calls done") {
			t.Errorf("the status line stays: %q", got)
		}
	})
}

func TestScreenWithoutTerminal(t *testing.T) {
	var out bytes.Buffer
	s := term.NewScreen(&out, false)
	s.Progress(&registry.Call{Tool: "x"}, "half")
	s.Line("line")
	s.Close()
	if got := out.String(); got != "line\n" {
		t.Errorf("got %q, want the line alone", got)
	}
}
