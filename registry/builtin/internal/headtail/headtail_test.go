package headtail_test

import (
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/registry/builtin/internal/headtail"
)

func TestBuffer(t *testing.T) {
	for _, c := range []struct {
		name    string
		size    int
		text    string
		want    string
		omitted int64
	}{
		{"nothing", 10, "", "", 0},
		{"all", 10, "0123456789", "0123456789", 0},
		{"between lines", 10, "aa\nbb\ncc\ndd\nee\n", "aa\nbb\n[... 6 bytes of output left out ...]\nee\n", 6},
		{"in one line", 10, "0123456789abcdef", "012345\n[... 6 bytes of output left out ...]\ncdef", 6},
		{"between characters, OU-003", 10, "aaaa中中中中bb", "aaaa\n[... 12 bytes of output left out ...]\nbb", 12},
	} {
		for step := 1; step <= len(c.text)+1; step++ {
			b := headtail.New(c.size)
			for rest := c.text; rest != ""; {
				n, err := b.Write([]byte(rest[:min(step, len(rest))]))
				if err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if got, omitted := b.Text(); got != c.want || omitted != c.omitted {
				t.Errorf("%s, %d at a time: got %q, %d; want %q, %d", c.name, step, got, omitted, c.want, c.omitted)
				break
			}
		}
	}
}

func TestMuch(t *testing.T) {
	b := headtail.New(1000)
	line := []byte(strings.Repeat("x", 99) + "\n")
	for range 10_000 {
		if _, err := b.Write(line); err != nil {
			t.Fatal(err)
		}
	}
	if text, omitted := b.Text(); omitted != 1_000_000-900 || len(text) > 1000 {
		t.Errorf("got %d bytes, %d left out; want 900 of 1,000,000", len(text), omitted)
	}
}
