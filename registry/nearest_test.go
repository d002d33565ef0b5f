package registry_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

func TestNearest(t *testing.T) {
	r := registry.New(nil)
	add(t, r.Root(), "read_file", "write_file", "list_directory", "ls", "bash", "github.create_issue", "gitlab.create_issue",
		"github.list_issues", "日本語", "hidden_file", "off_file", "!!!")
	s := child(t, r.Root(), "s")
	restrict(t, s, registry.Restriction{Deny: []string{"hidden_file", "off_file"}})
	off := tool("off_file")
	off.Enabled = func(registry.Env) (bool, string) { return false, "off" }
	mustAdd(t, s, off)
	if err := s.SetMode(registry.ModeCode); err != nil {
		t.Fatal(err)
	}
	if err := r.ProvideRunCode(tool("run_code")); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		want []string
	}{
		{"raed_file", []string{"read_file"}},
		{"readFile", []string{"read_file"}},
		{"read-file", []string{"read_file"}},
		{"fs.read_file", []string{"read_file"}},
		{"create_issue", []string{"github.create_issue", "gitlab.create_issue"}},
		{"gitlab.creat_issue", []string{"gitlab.create_issue", "github.create_issue"}},
		{"github.createIssue", []string{"github.create_issue", "gitlab.create_issue"}},
		{"slack.list_issues", []string{"github.list_issues"}},
		{"日本誤", []string{"日本語"}},
		{"hash", []string{"bash"}},
		{"rm", nil},         // not ls
		{"run_cod", nil},    // run_code cannot be called by programs
		{"hiden_file", nil}, // BR-028: neither what is hidden
		{"offfile", nil},    // nor what is off
		{"", nil},
		{"!!", []string{"!!!"}},
		{strings.Repeat("x", 1<<20), nil},
	}
	v := view(t, r, "s")
	for _, tt := range tests {
		if diff := cmp.Diff(tt.want, v.Nearest(tt.name, 3)); diff != "" {
			t.Errorf("nearest to %.40q (-want +got):\n%s", tt.name, diff)
		}
	}
	if got := v.Nearest("create_issue", 1); len(got) != 1 {
		t.Errorf("with n 1: got %q, want one name", got)
	}
	if got := v.Nearest("create_issue", 0); got != nil {
		t.Errorf("with n 0: got %q, want none", got)
	}
}

// distance is the optimal string alignment distance by the book, to judge the banded one.
func distance(a, b []rune) int {
	table := make([][]int, len(a)+1)
	for i := range table {
		table[i] = make([]int, len(b)+1)
		table[i][0] = i
	}
	for j := range len(b) + 1 {
		table[0][j] = j
	}
	for i := 1; i <= len(a); i++ {
		for j := 1; j <= len(b); j++ {
			cost := 1
			if a[i-1] == b[j-1] {
				cost = 0
			}
			table[i][j] = min(table[i-1][j]+1, table[i][j-1]+1, table[i-1][j-1]+cost)
			if i > 1 && j > 1 && a[i-1] == b[j-2] && a[i-2] == b[j-1] {
				table[i][j] = min(table[i][j], table[i-2][j-2]+1)
			}
		}
	}
	return table[len(a)][len(b)]
}

// FuzzNearest checks the nearest name against the distance by the book.
func FuzzNearest(f *testing.F) {
	for _, seed := range [][2]string{{"abcdef", "abdcef"}, {"a", "b"}, {"kitten", "sitting"}, {"abcabcabc", "bcabcabca"}} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, name, misspelled string) {
		name, misspelled = letters(name), letters(misspelled)
		if name == "" || name == "then" || misspelled == "" || len(name) > 100 || len(misspelled) > 100 {
			t.Skip()
		}
		r := registry.New(nil)
		mustAdd(t, r.Root(), registry.Tool{Name: name, Handler: give(`1`)})
		want := distance([]rune(name), []rune(misspelled)) <= max(len(name), len(misspelled))/3
		if got := len(view(t, r, "").Nearest(misspelled, 1)) == 1; got != want {
			t.Errorf("is %q near %q: got %v, want %v", misspelled, name, got, want)
		}
	})
}

// letters keeps what spelling compares as it is.
func letters(s string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r
		}
		return -1
	}, s)
}

func BenchmarkNearest(b *testing.B) {
	for _, n := range []int{10, 100, 1000, 10_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			r := registry.New(nil)
			mustAdd(b, r.Root(), manyTools(n)...)
			v := view(b, r, "")
			b.ReportAllocs()
			for b.Loop() {
				v.Nearest("server_3.do_somethign_33", 3)
			}
		})
	}
}
