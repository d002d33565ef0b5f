package value_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/value"
)

// silent is a warner that collects.
type silent struct{ texts []string }

func (s *silent) Inexact(text string) { s.texts = append(s.texts, text) }

func never() bool { return false }

func TestDecodeSaysWhere(t *testing.T) {
	for text, want := range map[string]string{
		"":                     "unexpected end at byte 0",
		`{"a": tru}`:           "unexpected character at byte 6",
		`[1, 2`:                "expected a comma or a closing bracket at byte 5",
		`{"a" 1}`:              "expected a colon at byte 5",
		`{1: 2}`:               "expected a key at byte 1",
		`["\q"]`:               "unknown escape in a string at byte 2",
		"[\"a\nb\"]":           "control character in a string at byte 3",
		`"abc`:                 "unexpected end of a string at byte 4",
		`[1] x`:                "something follows the value at byte 4",
		`[01]`:                 "expected a comma or a closing bracket at byte 2",
		nest("[", 8001):        "nested more than 8000 levels deep at byte 8000",
		nest("[{\"a\":", 4001): "nested more than 8000 levels deep at byte 24000",
	} {
		_, err := value.NewDecoder(goja.New(), "").Decode([]byte(text), &silent{})
		if err == nil || err.Error() != want {
			t.Errorf("%.40q: got %v, want %s", text, err, want)
		}
	}
}

func nest(unit string, n int) string { return strings.Repeat(unit, n) }

func TestDeepRowsAreReadInLinearTime(t *testing.T) {
	const deep = 3900
	text := nest(`[{"\u0061":`, deep) + `"` + strings.Repeat("x", 4<<20) + `"` + nest("}]", deep)
	if _, err := value.NewDecoder(goja.New(), "").Decode([]byte(text), &silent{}); err != nil {
		t.Error(err)
	}
}

func TestOddKeysArriveAsSent(t *testing.T) {
	const object = `{"\udc00": 1, "\udc01": 2, "\ufffd": 3, "long enough to be a row": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"}`
	for name, text := range map[string]string{
		"small": "[" + object + "]",
		"row":   "[" + object + `,"` + strings.Repeat("x", 300<<10) + `"]`,
	} {
		vm := goja.New()
		d := value.NewDecoder(vm, "")
		if _, err := vm.RunString(`Object.defineProperty = null; Object.prototype.get = () => "pwn"`); err != nil {
			t.Fatal(err)
		}
		v, err := d.Decode([]byte(text), &silent{})
		if err != nil {
			t.Fatal(err)
		}
		if err := vm.Set("v", v); err != nil {
			t.Fatal(err)
		}
		got, err := vm.RunString(`const r = v[0]; [r["\udc00"], r["\udc01"], r["\ufffd"], Object.keys(r).length].join()`)
		if err != nil || got.String() != "1,2,3,4" {
			t.Errorf("%s: got %v, %v, want 1,2,3,4", name, got, err)
		}
	}
}

func TestReadingInTheMiddleOfReading(t *testing.T) {
	vm := goja.New()
	e := value.NewEncoder(vm, never)
	inner := ""
	_ = vm.Set("encode", func(call goja.FunctionCall) goja.Value {
		text, err := e.Arguments(call.Argument(0), 1000)
		if err != nil {
			t.Error(err)
		}
		inner = string(text)
		return vm.ToValue(inner)
	})
	v, err := vm.RunString(`({ a: [1, 2], get b() { return encode({ c: [3] }) }, d: 4 })`)
	if err != nil {
		t.Fatal(err)
	}
	text, err := e.Arguments(v, 1000)
	if want := `{"a":[1,2],"b":"{\"c\":[3]}","d":4}`; err != nil || string(text) != want || inner != `{"c":[3]}` {
		t.Errorf("got %s and %s, %v, want %s", text, inner, err, want)
	}
}

func TestWalkEndsWhenTheRunIsStopped(t *testing.T) {
	vm := goja.New()
	v, err := vm.RunString("Array.from({ length: 10000 }, () => ({}))")
	if err != nil {
		t.Fatal(err)
	}
	e := value.NewEncoder(vm, func() bool { return true })
	if _, err := e.Returned(v, 1<<20, nil); err == nil {
		t.Error("got no error from a walk that was stopped")
	}
}

func TestLimits(t *testing.T) {
	vm := goja.New()
	e := value.NewEncoder(vm, never)
	v := vm.ToValue(strings.Repeat("x", 50))
	if r, err := e.Returned(v, 60, nil); err != nil || len(r.JSON) != 52 {
		t.Errorf("got %s, %v, want 52 bytes", r.JSON, err)
	}
	if _, err := e.Returned(v, 51, nil); err == nil {
		t.Error("got no error of 52 bytes where 51 are allowed")
	}
	_, err := e.Returned(v, 40, nil)
	if large, ok := errors.AsType[*value.LimitError](err); !ok || large.Limit != 40 {
		t.Errorf("got %v, want an error by the limit", err)
	}
}

func FuzzAppendString(f *testing.F) {
	for _, seed := range []string{"", "a\"\\\n\t\r\x00\x7f", "é€😀\u2028", "\xff\xc3", "</script>"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := value.AppendString(nil, s)
		var got string
		if err := json.Unmarshal(text, &got); err != nil || !utf8.Valid(text) {
			t.Fatalf("%q became %q: %v", s, text, err)
		}
		if want := strings.ToValidUTF8(s, "\ufffd"); got != want && utf8.ValidString(s) {
			t.Errorf("%q became %q", s, got)
		}
	})
}

func BenchmarkArguments(b *testing.B) {
	vm := goja.New()
	e := value.NewEncoder(vm, never)
	v, err := vm.RunString(`({ path: "src/main.go", start: 10, end: 20, flags: { deep: true, glob: "*.go" }, list: ["a", "b"] })`)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := e.Arguments(v, 1<<20); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkDecode(b *testing.B) {
	d := value.NewDecoder(goja.New(), "")
	text := []byte(`{"path":"src/main.go","start":10,"end":20,"flags":{"deep":true,"glob":"*.go"},"list":["a","b"]}`)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := d.Decode(text, &silent{}); err != nil {
			b.Fatal(err)
		}
	}
}
