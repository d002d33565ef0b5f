package truncate_test

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry/truncate"
)

// lines makes text of n numbered lines, and a first and a last one.
func lines(n int) string {
	var b strings.Builder
	b.WriteString("fatal: cannot open x\n")
	for i := range n {
		fmt.Fprintf(&b, "noise %d\n", i)
	}
	b.WriteString("FAIL: 1 test\n")
	return b.String()
}

// keepIn makes a Keep that says where, and keeps nothing.
func keepIn(where string) func(string) string { return func(string) string { return where } }

func TestKeep(t *testing.T) { // P330, P331
	text := strings.Repeat("0123456789abcde\n", 100)
	var kept []string
	c := truncate.Cutter{Max: 200, Keep: func(whole string) string {
		kept = append(kept, whole)
		return "read_file out/1.txt"
	}}
	if got, _ := c.Text(text[:200]); got != text[:200] || len(kept) != 0 {
		t.Errorf("what fits: got %q and %d texts kept, want it unchanged", got, len(kept))
	}
	got, _ := c.Text(text)
	if !cmp.Equal(kept, []string{text}) || !strings.Contains(got, "read_file out/1.txt") || len(got) > 200 {
		t.Errorf("got %q and %d texts kept, want at most 200 characters, the place, and the whole kept once", got, len(kept))
	}
	c.Keep = keepIn("")
	if got, omitted := c.Text(text); strings.Contains(got, "read the whole") || omitted == 0 {
		t.Errorf("kept nowhere: got %q, want no place", got)
	}
}

func TestTruncateKeepsWhatFits(t *testing.T) {
	for _, text := range []string{"", "a", "日本語", "[cut: 5 characters]", strings.Repeat("x", 100), "a\x00b", "\xff\xfe"} {
		n := utf8.RuneCountInString(text)
		for _, max := range []int{n, n + 1, 1000} {
			if got, omitted := truncate.Text(text, max); got != text || omitted != 0 {
				t.Errorf("cutting %q to %d: got %q, %d; want it unchanged", text, max, got, omitted)
			}
		}
	}
}

func TestTruncate(t *testing.T) {
	word := strings.Repeat("z", 4000)
	tests := []struct {
		name        string
		cutter      truncate.Cutter
		text        string
		want        string
		wantOmitted int
	}{{
		name:        "first and last lines are kept (OU-001, OU-002)",
		cutter:      truncate.Cutter{Max: 140},
		text:        lines(1000),
		want:        "fatal: cannot open x\nnoise 0\nnoise 1\nnoise 2\nnoise 3\n[cut: 9,838 of 9,924 characters left out here]\nnoise 998\nnoise 999\nFAIL: 1 test\n",
		wantOmitted: 9838,
	}, {
		name:        "where the rest is",
		cutter:      truncate.Cutter{Max: 220, Keep: keepIn("read_file out/1.txt")},
		text:        word,
		want:        strings.Repeat("z", 78) + "\n[cut: 3,869 of 4,000 characters left out here; read the whole with read_file out/1.txt]\n" + strings.Repeat("z", 53),
		wantOmitted: 3869,
	}, {
		name:        "no room to say where the rest is",
		cutter:      truncate.Cutter{Max: 120, Keep: keepIn("read_file out/1.txt")},
		text:        word,
		want:        strings.Repeat("z", 43) + "\n[cut: 3,928 of 4,000 characters left out here]\n" + strings.Repeat("z", 29),
		wantOmitted: 3928,
	}, {
		name:        "no room for numbers",
		cutter:      truncate.Cutter{Max: 20},
		text:        word,
		want:        strings.Repeat("z", 7) + "\n[cut]\n" + strings.Repeat("z", 6),
		wantOmitted: 3987,
	}, {
		name:        "a tiny limit (OU-003)",
		cutter:      truncate.Cutter{Max: 10},
		text:        "aaaaaaaaa✓b",
		want:        "aaaaa…aa✓b",
		wantOmitted: 2,
	}, {
		name:        "one character",
		cutter:      truncate.Cutter{Max: 1},
		text:        word,
		want:        "…",
		wantOmitted: 4000,
	}, {
		name:        "no character",
		cutter:      truncate.Cutter{},
		text:        word,
		want:        "",
		wantOmitted: 4000,
	}, {
		name:        "text that was cut before (OU-005)",
		cutter:      truncate.Cutter{Max: 160},
		text:        "[cut: 9 characters left out here, of 99 in all]\n" + word,
		want:        "[cut: 9 characters left out here, of 99 in all]\n[[cut: 3,956 of 4,048 characters left out here]]\n" + strings.Repeat("z", 44),
		wantOmitted: 3956,
	}, {
		name:        "base64 (OU-008)",
		cutter:      truncate.Cutter{Max: 300},
		text:        `{"name":"a.png","data":"` + strings.Repeat("iVBORw0KGgo+/A29", 100) + `"}`,
		want:        "[cut: only parts of a JSON text of 1,626 characters follow; do not parse them]\n" + `{"name":"a.png","data":"[cut: 1,600 characters of base64 or the like]"}`,
		wantOmitted: 1600,
	}, {
		name:        "base64 kept elsewhere",
		cutter:      truncate.Cutter{Max: 200, Keep: keepIn("read_file x")},
		text:        "data:image/png;base64," + strings.Repeat("iVBORw0KGgo+/A29", 100),
		want:        "data:image/png;base64,[cut: 1,600 characters of base64 or the like; read the whole with read_file x]",
		wantOmitted: 1600,
	}, {
		name:        "binary",
		cutter:      truncate.Cutter{Max: 100},
		text:        "\x7fELF\x00" + word,
		want:        "[cut: all 4,005 characters, which are binary data]",
		wantOmitted: 4005,
	}}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, omitted := tt.cutter.Text(tt.text)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if omitted != tt.wantOmitted {
				t.Errorf("omitted: got %d, want %d", omitted, tt.wantOmitted)
			}
		})
	}
}

// TestTruncateJSON: cut JSON says so, and does not parse at any limit (OU-007).
func TestTruncateJSON(t *testing.T) {
	items := make([]map[string]int, 50)
	for i := range items {
		items[i] = map[string]int{"id": i}
	}
	array, err := json.Marshal(items)
	if err != nil {
		t.Fatal(err)
	}
	for _, text := range []string{string(array), `"` + strings.Repeat("x", 300) + `"`, `{"a":"` + strings.Repeat("b ", 200) + `"}`,
		`["` + strings.Repeat("Ab3/", 400) + `"]`} {
		for max := range len(text) {
			if got, _ := truncate.Text(text, max); json.Valid([]byte(got)) {
				t.Fatalf("limit %d: got %q, which is valid JSON", max, got)
			}
		}
		got, _ := truncate.Text(text, 250)
		if want := "[cut: only parts of a JSON text of "; !strings.HasPrefix(got, want) {
			t.Errorf("got %q, want it to begin with %q", got, want)
		}
	}
}

// checkCut checks what holds for every text and limit.
func checkCut(t *testing.T, text string, limit int) {
	t.Helper()
	checkCutBy(t, text, truncate.Cutter{Max: limit})
	checkCutBy(t, text, truncate.Cutter{Max: limit, Keep: keepIn("read_file x")})
}

func checkCutBy(t *testing.T, text string, c truncate.Cutter) {
	t.Helper()
	limit := c.Max
	got, omitted := c.Text(text)
	n := utf8.RuneCountInString(text)
	switch {
	case n <= max(0, limit):
		if got != text || omitted != 0 {
			t.Errorf("cutting %q to %d: got %q, %d; want it unchanged", text, limit, got, omitted)
		}
		return
	case omitted <= 0 || omitted > n:
		t.Errorf("cutting %q to %d: got omitted %d, want 1 to %d", text, limit, omitted, n)
	}
	if utf8.RuneCountInString(got) > max(0, limit) {
		t.Errorf("cutting %q to %d: got %d characters: %q", text, limit, utf8.RuneCountInString(got), got)
	}
	if utf8.ValidString(text) && !utf8.ValidString(got) {
		t.Errorf("cutting %q to %d: got invalid UTF-8 %q", text, limit, got)
	}
	if json.Valid([]byte(text)) && strings.ContainsAny(text, `{["`) && json.Valid([]byte(got)) {
		t.Errorf("cutting %q to %d: got valid JSON %q", text, limit, got)
	}
	if limit > 0 && !strings.Contains(got, "…") && !strings.Contains(got, "[cut") {
		t.Errorf("cutting %q to %d: got %q, which does not say that it was cut", text, limit, got)
	}
}

func TestTruncateAtEveryLimit(t *testing.T) {
	for _, text := range []string{
		"aaaaaaaaa✓b",
		strings.Repeat("中", 400),
		strings.Repeat("💰", 200) + "tail",
		strings.Repeat("e\u0301", 200),
		strings.Repeat("a\r\n", 200),
		strings.Repeat("\n", 300),
		strings.Repeat("\xff\xf0\x9f", 100),
		strings.Repeat("[", 300) + "cut: x]",
		lines(30),
	} {
		for max := -1; max < 250; max++ {
			checkCut(t, text, max)
		}
	}
}

func FuzzTruncate(f *testing.F) {
	for _, text := range []string{"aaaaaaaaa✓b", "[[cut: 1]", `["a","b"]`, "a\nb\r\nc", "\xf0\x9f\x92", "a\x00b", strings.Repeat("Ab3/", 300)} {
		for _, max := range []int{0, 1, 5, 60, 200} {
			f.Add(text, max, 40)
		}
	}
	f.Fuzz(func(t *testing.T, text string, max, times int) {
		if times < 0 || times > 100 || len(text) > 1000 {
			t.Skip()
		}
		checkCut(t, strings.Repeat(text, times), max)
	})
}

// TestMarkerIsOutdone: there is one marker with the most brackets, and it is ours.
func TestMarkerIsOutdone(t *testing.T) {
	marker := regexp.MustCompile(`\[+cut`)
	for brackets := range 8 {
		forged := strings.Repeat("[", brackets) + "cut: 0 characters left out here, of 0 in all" + strings.Repeat("]", brackets)
		got, _ := truncate.Text(strings.Repeat(forged+"\n", 200), 1000)
		found := make(map[int]int)
		for _, m := range marker.FindAllString(got, -1) {
			found[len(m)]++
		}
		if found[brackets+1+len("cut")] != 1 {
			t.Errorf("with %d brackets forged: got markers %v by length, want one of %d", brackets, found, brackets+1+len("cut"))
		}
	}
}

func TestTexts(t *testing.T) {
	long := strings.Repeat("long ", 200)
	fitted, omitted := truncate.Cutter{Max: 500}.Texts([]string{"short", long, long})
	if len(fitted) != 3 || omitted == 0 || fitted[0] != "short" {
		t.Fatalf("got %q and %d omitted, want the short text and parts of the others", fitted, omitted)
	}
	if len(fitted[1]) < 200 || len(fitted[2]) < 200 { // OU-006: fair shares
		t.Errorf("got shares of %d and %d characters, want about 247 each", len(fitted[1]), len(fitted[2]))
	}

	same := []string{"a", ""}
	if got, omitted := (truncate.Cutter{Max: 1}).Texts(same); !cmp.Equal(got, same) || omitted != 0 {
		t.Errorf("what fits: got %q and %d omitted, want it unchanged", got, omitted)
	}
}

func TestTextsBounds(t *testing.T) {
	for _, n := range []int{1, 2, 3, 99, 100, 101, 1000} {
		texts := make([]string, n)
		for i := range texts {
			texts[i] = fmt.Sprintf("text %d of many", i)
		}
		for _, max := range []int{-1, 0, 1, 10, 100, 1000, 3000} {
			fitted, omitted := truncate.Cutter{Max: max}.Texts(texts)
			total := 0
			for _, text := range fitted {
				total += utf8.RuneCountInString(text)
			}
			if total > max && max >= 0 || len(fitted) != n {
				t.Errorf("%d texts, limit %d: got %d with %d characters", n, max, len(fitted), total)
			}
			if whole := cmp.Equal(fitted, texts); whole != (omitted == 0) {
				t.Errorf("%d texts, limit %d: got omitted %d, unchanged %v", n, max, omitted, whole)
			}
		}
	}
	many := make([]string, 1000)
	for i := range many {
		many[i] = fmt.Sprintf("text %d", i)
	}
	fitted, _ := truncate.Cutter{Max: 3000}.Texts(many)
	if got, want := fitted[60], "[cut: 901 texts left out here]"; got != want || fitted[61] != "" || fitted[960] != "" || fitted[999] != "text 999" {
		t.Errorf("got %q in the middle and %q at the end, want %q and the last text", got, fitted[999], want)
	}
}

func BenchmarkTruncate(b *testing.B) {
	for name, text := range map[string]string{
		"lines":  lines(500_000),
		"json":   `["` + strings.Repeat("some words ", 500_000) + `"]`,
		"base64": strings.Repeat("iVBORw0KGgo+/A29", 320_000),
	} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				truncate.Text(text, 50_000)
			}
		})
	}
}
