package spelling_test

import (
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/internal/spelling"
)

func TestFold(t *testing.T) {
	for _, test := range []struct{ name, want string }{
		{"createIssue", "createissue"},
		{"Create-Issue", "createissue"},
		{"github.create_issue", "githubcreateissue"},
		{"日本 語", "日本語"},
		{"-_-", "-_-"},
		{"", ""},
		{strings.Repeat("ä", 200), strings.Repeat("ä", spelling.MaxLength)},
	} {
		if got := string(spelling.Fold(test.name)); got != test.want {
			t.Errorf("Fold(%.40q): got %.40q, want %.40q", test.name, got, test.want)
		}
	}
}

func TestDistance(t *testing.T) {
	ruler := spelling.NewRuler() // one for all, since it keeps its rows
	for _, test := range []struct {
		a, b        string
		limit, want int
	}{
		{"", "", 0, 0},
		{"read", "read", 0, 0},
		{"read", "raed", 1, 1},
		{"read", "reads", 1, 1},
		{"read", "ead", 1, 1},
		{"read", "road", 1, 1},
		{"kitten", "sitting", 3, 3},
		{"kitten", "sitting", 2, spelling.TooFar},
		{"a", "abcdef", 4, spelling.TooFar},
		{"日本語", "日本誤", 1, 1},
	} {
		if got := ruler.Distance([]rune(test.a), []rune(test.b), test.limit); got != test.want {
			t.Errorf("from %q to %q within %d: got %d, want %d", test.a, test.b, test.limit, got, test.want)
		}
		if got := ruler.Distance([]rune(test.b), []rune(test.a), test.limit); got != test.want {
			t.Errorf("from %q to %q within %d: got %d, want %d", test.b, test.a, test.limit, got, test.want)
		}
	}
}
