package worker_test

import (
	"context"
	"encoding/json"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// bombs are programs that hurt whoever runs them, with the kinds of failures that they may end in.
var bombs = []struct {
	name, program string
	kinds         []interp.Kind
}{
	{"loop", "for (;;) {}", timeout},
	{"loop of waits", "for (;;) await 0", timeout},
	{"backtracking lookahead", `/(?=(a+)+$)b|^(a+)+$/.test("a".repeat(40) + "!"); return /(?=a)(a+)+$/.test("a".repeat(40) + "!")`, timeout},
	{"backtracking reference", `return /^(a+)+\1$/.test("a".repeat(40) + "!")`, timeout},
	{"string doubling", `let s = "0123456789"; for (;;) s += s`, memory},
	{"repeat", `return "x".repeat(2 ** 33).length`, anyFailure},
	{"typed array", `return new Float64Array(1e9).length`, anyFailure},
	{"typed arrays", `const a = []; for (;;) a.push(new Uint8Array(1 << 20).fill(1))`, anyFailure},
	{"sparse reverse", `return new Array(2 ** 32 - 1).reverse().length`, anyFailure},
	{"array from length", `return Array.from({ length: 1e9 }).length`, anyFailure},
	{"objects", `const a = []; for (let i = 0; ; i++) a.push({ i, s: "x" + i })`, anyFailure},
	{"flat", `const a: any = []; a[0] = a; return a.flat(Infinity)`, anyFailure},
	{"parse", `return JSON.parse("[".repeat(1e6))`, anyFailure},
	{"source", "return " + strings.Repeat("[", 200_000), anyFailure},
	{"getter", `const o = { get a(): any { return this.a } }; return o.a`, anyFailure},
	{"proxy", `const p: any = new Proxy({}, { get(t, k, r) { return r[k] } }); return p.x`, anyFailure},
	{"toJSON", `return { toJSON() { return { a: this } } }`, nil},
	{"bigint", `return String(2n ** (2n ** 33n)).length`, anyFailure},
	{"timers", `for (let i = 0; i < 1e6; i++) setTimeout(() => {}, 1e6); await 0`, []interp.Kind{interp.Output}},
	{"calls", `for (let i = 0; i < 1e6; i++) tools.never({ i }); await 0`, []interp.Kind{interp.Output}},
	{"output", `const s = "x".repeat(1000); for (let i = 0; i < 1e6; i++) console.log(s)`, nil},
	{"thrown toString", `throw { toString() { for (;;) {} }, get message() { for (;;) {} } }`, timeout},
	{"unsettled", `await new Promise(() => {})`, []interp.Kind{interp.Stalled}},
	{"finally", `try { throw 1 } finally { for (;;) {} }`, timeout},
	{"sort", `return [3, 1, 2].sort(() => { for (;;) {} })`, timeout},
	{"join", `const a: any[] = new Array(3e4).fill("x".repeat(1e4)); for (;;) a[0] = a.join("")`, anyFailure},
}

var (
	timeout    = []interp.Kind{interp.TimedOut}
	memory     = []interp.Kind{interp.Memory, interp.TimedOut} // on a busy machine the time is over first
	anyFailure = []interp.Kind{interp.TimedOut, interp.Memory, interp.Exception, interp.Check, interp.Syntax, interp.Output}
)

// never does not settle before the run is over.
func never(ctx context.Context, _ json.RawMessage, settle interp.Settle) {
	context.AfterFunc(ctx, func() { settle(nil, ctx.Err()) })
}

// A bomb ends within its limits, what was written before it is kept, the host keeps its size, and the next program runs.
func TestBombs(t *testing.T) {
	e := newEngine(t, nil)
	before := residentSize(t)
	for _, bomb := range bombs {
		t.Run(bomb.name, func(t *testing.T) {
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Minute) // a hang guard
			defer cancel()
			out, err := e.Run(ctx, interp.Request{
				Program: "console.log('before'); await tools.first({});\n" + bomb.program,
				Limits:  interp.Limits{Compute: 400 * time.Millisecond, Memory: 64 << 20},
				Objects: []interp.Object{{Name: "tools", Functions: functions{
					"first": echo, "never": never,
				}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%+v", out.Failure)
			checkBomb(t, out, bomb.kinds)
			if next, err := e.Run(ctx, interp.Request{Program: "return 1"}); err != nil || string(next.Value) != "1" {
				t.Errorf("the next program: got %+v, %v", next, err)
			}
		})
	}
	if after := residentSize(t); after > before+64<<20 {
		t.Errorf("the host takes %d bytes, and %d before", after, before)
	}
}

func checkBomb(t *testing.T, out *interp.Outcome, kinds []interp.Kind) {
	t.Helper()
	switch {
	case out.Failure == nil && kinds != nil:
		t.Errorf("got %s, want a failure of the kinds %v", out.Value, kinds)
	case out.Failure != nil && !slices.Contains(kinds, out.Failure.Kind) && !(kinds == nil && out.Failure.Kind == interp.TimedOut):
		t.Errorf("got %+v, want the kinds %v", out.Failure, kinds)
	case out.Failure != nil && out.Failure.Kind != interp.Syntax && out.Failure.Kind != interp.Check && len(out.Logs) == 0:
		t.Error("what was written before is lost")
	}
}

// A program that has the time for it reaches the limit on memory, by many small values or by few large ones; it is told
// where, unless the system has ended its process.
func TestMemory(t *testing.T) {
	e := newEngine(t, nil)
	for _, program := range []string{
		"const a: any[] = []\nfor (let i = 0; ; i++) a.push({ i, s: 'x' + i })",
		"const a: any[] = []\nfor (;;) a.push(new Uint8Array(1 << 20).fill(1))",
		"const a: any[] = []\nfor (;;) a.push('x'.repeat(5e7))",
		"const m = new Map()\nfor (let i = 0; ; i++) m.set('key' + i, i)",
	} {
		out, err := e.Run(t.Context(), interp.Request{Program: program, Limits: interp.Limits{Memory: 32 << 20}})
		if err != nil || out.Failure == nil || out.Failure.Kind != interp.Memory || out.Failure.Limit != "memory" {
			t.Errorf("%s: got %+v, %v, want a failure by the limit on memory", program, out, err)
			continue
		}
		if !strings.HasPrefix(out.Failure.Message, "the program used more than 32 MiB of memory") {
			t.Errorf("%s: got %q", program, out.Failure.Message)
		}
	}
}

// A result that is larger than the memory of the program does not reach it; one that might fit is the program's business.
func TestLargeReply(t *testing.T) {
	e := newEngine(t, nil)
	for size, want := range map[int]interp.Kind{200 << 20: interp.Memory, 40 << 20: interp.Memory, 1 << 20: ""} {
		large := json.RawMessage(`"` + strings.Repeat("x", size) + `"`)
		out, err := e.Run(t.Context(), interp.Request{
			Program: "const r = await tools.large({}); return r.length", Limits: interp.Limits{Memory: 32 << 20},
			Objects: []interp.Object{{Name: "tools", Functions: functions{
				"large": func(_ context.Context, _ json.RawMessage, settle interp.Settle) { settle(large, nil) },
			}}},
		})
		var got interp.Kind
		if err == nil && out.Failure != nil {
			got = out.Failure.Kind
		}
		if err != nil || got != want {
			t.Errorf("%d bytes: got %q, %v, want %q", size, got, err, want)
		}
	}
}

// A program that makes much and keeps little is not near the limit.
func TestGarbageIsNotMemory(t *testing.T) {
	out, err := newEngine(t, nil).Run(t.Context(), interp.Request{
		Program: "let n = 0; for (let i = 0; i < 3e5; i++) n += JSON.stringify({ i, s: 'x'.repeat(500) }).length; return n > 0",
		Limits:  interp.Limits{Memory: 32 << 20},
	})
	if err != nil || out.Failure != nil || string(out.Value) != "true" {
		t.Errorf("got %+v, %+v, %v, want true", out, out.Failure, err)
	}
}

// residentSize is how many bytes of memory this process takes; 0 where the system does not say.
func residentSize(t *testing.T) int64 {
	t.Helper()
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0
	}
	pages, err := strconv.ParseInt(strings.Fields(string(statm))[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
