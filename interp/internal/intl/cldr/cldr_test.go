package cldr_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

func TestFindEveryLine(t *testing.T) {
	for _, name := range []string{"en", "en-GB", "en-CA", "de", "fr", "es", "ja", "pt", "sv", "world"} {
		text, err := os.ReadFile("tables/" + name + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		table := cldr.Locale(name)
		if name == "world" {
			table = cldr.World()
		}
		for line := range strings.Lines(string(text)) {
			key, want, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "\t")
			if !ok {
				t.Fatalf("%s: line %q has no tab", name, line)
			}
			if got, ok := table.Find(key); !ok || got != want {
				t.Errorf("%s: Find(%q) = %q, %t; want %q", name, key, got, ok, want)
			}
		}
	}
}

func TestFindMissing(t *testing.T) {
	for _, key := range []string{"", "a", "zzz", "symbol", "symbol/decima", "symbol/decimal2", "\n", "\t", "ÿ"} {
		if got, ok := cldr.Locale("en").Find(key); ok {
			t.Errorf("Find(%q) = %q; want nothing", key, got)
		}
		if got, ok := cldr.Locale("xx").Find(key); ok {
			t.Errorf("in the empty table Find(%q) = %q; want nothing", key, got)
		}
	}
}

func TestUnderStops(t *testing.T) {
	for _, prefix := range []string{"", "date/", "zone/", "zzz"} {
		n := 0
		for range cldr.Locale("de").Under(prefix) {
			if n++; n == 3 {
				break
			}
		}
		if want := 3; prefix != "zzz" && n != want {
			t.Errorf("Under(%q) yielded %d lines; want %d", prefix, n, want)
		}
	}
}

func ExampleTable_Under() {
	for key, value := range cldr.Locale("fr").Under("date/join/") {
		fmt.Println(key, value)
	}
	// Output:
	// full {1}, {0}
	// long {1}, {0}
	// medium {1}, {0}
	// short {1} {0}
}

func BenchmarkGet(b *testing.B) {
	en := cldr.Locale("en")
	for b.Loop() {
		en.Get("symbol/decimal")
	}
}
