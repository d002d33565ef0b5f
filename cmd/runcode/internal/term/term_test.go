package term_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"slices"
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

func TestExactShowsWhatHides(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"plain\ttext\nnaïve 日本 👍", "plain\ttext\nnaïve 日本 👍"},
		{"filler \u3164\uffa0\u115f", `filler \u3164\uffa0\u115f`},
		{"variant \ufe0f\U000e0100", `variant \ufe0f\U000e0100`},
		{"tag \U000e0041", `tag \U000e0041`},
		{"blank \u00a0\u2003\u3000\u2800", `blank \xa0\u2003\u3000\u2800`},
		{"bidi \u202e\u2066\u061c", `bidi \u202e\u2066\u061c`},
		{"zero \u200b\u200d\u2060\ufeff\u034f", `zero \u200b\u200d\u2060\ufeff\u034f`},
		{"private \ue000", `private \ue000`},
		{"bell \x07\x1b[1m", `bell \x07\x1b[1m`},
	} {
		if got := term.Exact(test.in); got != test.want {
			t.Errorf("Exact(%q) = %q, want %q", test.in, got, test.want)
		}
	}
}

func TestPrompt(t *testing.T) {
	req := gate.Request{
		Call:   &registry.Call{Tool: "bash", Args: json.RawMessage(`{"command":"rm -rf build\u202e\u3164\ufe0f"}`)},
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
		{"a yes with more is asked again", "yes please\nalways ask\ny?\ns x\nno\n", req, gate.Grant{}},
		{"nonsense is asked again", "maybe\n\ny\n", req, gate.Grant{Scope: gate.Once}},
		{"what is not offered is asked again", "a\ns\nn\n", plain, gate.Grant{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var out bytes.Buffer
				p := term.NewPrompt(typed(test.in), term.NewScreen(&out, false), nil)
				got, err := p.Approve(t.Context(), test.req)
				if err != nil || !cmp.Equal(got, test.want) {
					t.Errorf("got %+v %v, want %+v", got, err, test.want)
				}
				if !strings.Contains(out.String(), `rm -rf build\u202e\u3164\ufe0f`) {
					t.Errorf("the command is not shown whole and visible:\n%s", out.String())
				}
			})
		})
	}
}

// What waits for an answer is shown with the question: the calls behind it, and the questions of other runs.
func TestPromptShowsWhatWaits(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		in, w := io.Pipe()
		p := term.NewPrompt(in, term.NewScreen(&out, false), nil)
		call := func(args string) registry.Call { return registry.Call{Tool: "x", Args: json.RawMessage(args)} }
		other := call(`{"command":"npm\u200b test"}`)
		go p.Approve(t.Context(), gate.Request{Call: &other})
		synctest.Wait()
		out.Reset() // of the question that is open already

		mine := call(`{"path":"a.txt"}`)
		long := call(`{"n": 1, "text": "` + strings.Repeat("long ", 30) + `"}`)
		go p.Approve(t.Context(), gate.Request{Call: &mine, Waiting: append(slices.Repeat([]registry.Call{long}, 12), mine)})
		synctest.Wait()
		io.WriteString(w, "n\n")
		synctest.Wait()
		want := "not part of this question, but waiting (13):\n" +
			strings.Repeat("  x {\"n\":1,\"text\":\""+strings.Repeat("long ", 11)+"…\n", 10) + "  … and 3 more\n[y]es"
		if !strings.Contains(out.String(), want) {
			t.Errorf("got %s\nwant %s", out.String(), want)
		}

		third := call("{}")
		go p.Approve(t.Context(), gate.Request{Call: &other})
		synctest.Wait()
		go p.Approve(t.Context(), gate.Request{Call: &third})
		synctest.Wait()
		io.WriteString(w, "n\n")
		synctest.Wait()
		io.WriteString(w, "maybe\n")
		synctest.Wait()
		if want := "not part of this question, but waiting (1):\n  x {}\n"; !strings.Contains(out.String(), want) {
			t.Errorf("got %s\nwant %s", out.String(), want)
		}
		w.Close()
	})
}

// typed is the input of a person who types each line when nothing else happens, and then closes the terminal. It is meant
// for a synctest bubble.
func typed(lines string) io.Reader {
	in, w := io.Pipe()
	go func() {
		for line := range strings.Lines(lines) {
			synctest.Wait()
			io.WriteString(w, line)
		}
		w.Close()
	}()
	return in
}

// What is typed before a question has been shown does not answer it.
func TestPromptTakesNoEarlierLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, w := io.Pipe()
		p := term.NewPrompt(in, term.NewScreen(io.Discard, false), nil)
		io.WriteString(w, "y\ny\n")
		synctest.Wait()
		go func() {
			synctest.Wait()
			io.WriteString(w, "n too early\n")
			w.Close()
		}()
		req := gate.Request{Call: &registry.Call{Tool: "x"}}
		g, err := p.Approve(t.Context(), req)
		if want := (gate.Grant{Reason: "too early"}); err != nil || g != want {
			t.Errorf("got %+v %v, want %+v", g, err, want)
		}
		synctest.Wait()
		if g, err := p.Approve(t.Context(), req); err == nil {
			t.Errorf("a closed terminal gave %+v, want an error", g)
		}
	})
}

// A call that is cancelled while another question is open is not asked about at all.
func TestPromptInTurn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, w := io.Pipe()
		defer w.Close()
		var out bytes.Buffer
		p := term.NewPrompt(in, term.NewScreen(&out, false), nil)
		ctx, cancel := context.WithCancel(t.Context())
		go p.Approve(ctx, gate.Request{Call: &registry.Call{Tool: "first"}})
		synctest.Wait()
		gone, leave := context.WithTimeout(t.Context(), time.Second)
		defer leave()
		if g, err := p.Approve(gone, gate.Request{Call: &registry.Call{Tool: "second"}}); err == nil {
			t.Errorf("got %+v, want the cancellation", g)
		}
		cancel()
		synctest.Wait()
		if strings.Contains(out.String(), "second") {
			t.Errorf("it was asked about nevertheless:\n%s", out.String())
		}
	})
}

// What is written while a question is open is shown after its answer.
func TestScreenHoldsWhatComesInBetween(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		in, w := io.Pipe()
		var out bytes.Buffer
		s := term.NewScreen(&out, false)
		p := term.NewPrompt(in, s, nil)
		go func() {
			synctest.Wait()
			s.Line("read_file asks to run (it only reads)")
			s.Line(strings.Repeat("x", 2<<20))
			io.WriteString(w, "n\n")
			w.Close()
		}()
		if _, err := p.Approve(t.Context(), gate.Request{Call: &registry.Call{Tool: "bash"}}); err != nil {
			t.Fatal(err)
		}
		want := "a reason> read_file asks to run (it only reads)\nruncode: 2097153 bytes of output came while you were asked, and are not shown\n"
		if !strings.HasSuffix(out.String(), want) {
			t.Errorf("got %q, want %q at the end", out.String(), want)
		}
	})
}

func TestSafeJSON(t *testing.T) {
	for _, test := range []struct{ in, want string }{
		{"{\n\t\"a\": \"naïve 日本\"\n}", "{\n\t\"a\": \"naïve 日本\"\n}"},
		{"\"\u009b31m\u202e\x7f\"", `"\u009b31m\u202e\u007f"`},
		{"\"tag \U000e0041\"", `"tag \udb40\udc41"`},
		{"\"\x9b\"", "\"\ufffd\""},
	} {
		if got := string(term.SafeJSON([]byte(test.in))); got != test.want {
			t.Errorf("SafeJSON(%q) = %q, want %q", test.in, got, test.want)
		}
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
	synctest.Test(t, func(t *testing.T) {
		var out bytes.Buffer
		diff := func(*registry.Call) string { return "--- a/f\n+++ b/f\n@@ -1 +1 @@\n-a\n+b\x1b[8m\n" }
		p := term.NewPrompt(typed("n\n"), term.NewScreen(&out, false), diff)
		if _, err := p.Approve(t.Context(), gate.Request{Call: &registry.Call{Tool: "edit_file"}}); err != nil {
			t.Fatal(err)
		}
		if want := "\x1b[31m-a\x1b[0m\n  \x1b[32m+b\\x1b[8m\x1b[0m\n"; !strings.Contains(out.String(), want) {
			t.Errorf("got %q, want %q in it", out.String(), want)
		}
	})
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
