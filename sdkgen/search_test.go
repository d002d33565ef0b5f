package sdkgen_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

func TestSearch(t *testing.T) {
	view := viewOf(t,
		registry.Tool{Namespace: "github", Name: "create_issue", Description: "Opens an issue in a repository."},
		registry.Tool{Namespace: "github", Name: "listIssues", Description: "Lists the issues of a repository."},
		registry.Tool{Namespace: "github", Name: "merge", Description: "Merges a pull request."},
		registry.Tool{Namespace: "files", Name: "read", Description: "Reads a file. It may be in a repository."},
	)
	for _, c := range []struct {
		text  string
		limit int
		want  []string
	}{
		{"issue", 10, []string{"github.create_issue", "github.listIssues"}},
		{"create issue", 10, []string{"github.create_issue", "github.listIssues"}},
		{"github.merge", 1, []string{"github.merge"}},
		{"LIST ISSUES", 1, []string{"github.listIssues"}},
		{"repository", 10, []string{"files.read", "github.create_issue", "github.listIssues"}},
		{"file", 10, []string{"files.read"}},
		{"nothing of this", 10, []string{"github.listIssues"}},
		{"zebra", 10, nil},
		{"", 2, []string{"files.read", "github.create_issue"}},
		{"...", -1, nil},
	} {
		var got []string
		for _, m := range sdkgen.Search(view, c.text, c.limit) {
			got = append(got, m.Name)
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("%q: -want +got\n%s", c.text, diff)
		}
	}
}

// A question of any length costs no more than one of some words.
func TestSearchForALongText(t *testing.T) {
	view := viewOf(t, manyTools(100)...)
	if got := sdkgen.Search(view, "things "+strings.Repeat("a b c d ", 1_000_000), 1); len(got) != 1 {
		t.Errorf("got %d tools, want 1", len(got))
	}
}

func TestSummaryOf(t *testing.T) {
	for _, c := range []struct{ summary, description, want string }{
		{"", "", ""},
		{"Short.", "Long.", "Short."},
		{"Two\n lines.", "", "Two lines."},
		{"", "One. Two.", "One."},
		{"", "Reads files, e.g. texts. More.", "Reads files, e.g. texts."},
		{"", "Reads a file from\nthe file system. More.", "Reads a file from the file system."},
		{"", "No full stop\n\nSecond paragraph.", "No full stop"},
		{"", "# Heading\n\nText.", "Heading"},
		{"", "1. First. Then more.", "1. First."},
		{"", "Ready? Go!", "Ready?"},
		{"", "Gets v1.2 of x.y and z. Next", "Gets v1.2 of x.y and z."},
		{"", "读取文件。更多。", "读取文件。"},
		{"", strings.Repeat("word ", 100), strings.TrimSpace(strings.Repeat("word ", 60))[:299] + "…"},
	} {
		got := sdkgen.SummaryOf(&registry.Tool{Summary: c.summary, Description: c.description})
		if got != c.want {
			t.Errorf("%q, %.40q: got %q, want %q", c.summary, c.description, got, c.want)
		}
	}
}
