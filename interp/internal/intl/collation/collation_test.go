package collation_test

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/collation"
	"github.com/runcode-dev/runcode/interp/internal/intl/nodetest"
)

var update = nodetest.Update()

// answer does what driver.js does.
func answer(c nodetest.Case) string {
	locale, err := intl.Resolve([]string{c.Locale})
	if err != nil {
		return err.Error()
	}
	collator, err := collation.New(locale, c.Options)
	if err != nil {
		return err.Error()
	}
	var words []string
	for _, arg := range c.Args {
		words = append(words, arg[2:])
	}
	switch c.Method {
	case "compare":
		return strconv.Itoa(collator.Compare(words[0], words[1]))
	case "sort":
		slices.SortStableFunc(words, collator.Compare)
		return strings.Join(words, "|")
	}
	return nodetest.Object(collator.ResolvedOptions())
}

var words = []string{
	"a", "A", "á", "Á", "ä", "Ä", "ae", "æ", "b", "B", "résumé", "resume", "Resume", "RESUME", "Résumé", "coop", "co-op", "CO-OP", "co_op", "z", "Z",
	"zebra", "ß", "ss", "SS", "ñ", "n", "nz", "o", "ö", "oe", "œ", "a10", "a9", "a1", "A1", "10", "9", "1", "01", "file1", "file10", "file2", "a.b", "a-b",
	"a b", "ab", "aB", "Ab", "α", "β", "Ω", "я", "Я", "а", "中", "文", "あ", "ア", "い", "가", "나", "😀", "👍", "€", "$", "™", "x2", "ﬁ", "fi",
	"de luge", "de-luge", "deluge", "de Luge", "", " ", "v1.10", "v1.9", "v1.2", "1,000", "1000", "-5", "5", "ch", "cz", "ll", "lz", "école", "ecole", "Ecole", "côte", "cote", "coté", "côté",
}

func cases() (all []nodetest.Case) {
	bags := []intl.Options{
		nil, {"numeric": true}, {"sensitivity": "base"}, {"sensitivity": "accent"}, {"sensitivity": "case"}, {"sensitivity": "variant"},
		{"caseFirst": "upper"}, {"caseFirst": "lower"}, {"ignorePunctuation": true}, {"numeric": true, "sensitivity": "base"}, {"usage": "search"}, {"sensitivity": "x"},
	}
	for _, locale := range []string{"en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR", "sv-SE", "en-CA", "de-DE-u-co-phonebk", "en-US-u-kn-true-kf-upper"} {
		for _, bag := range bags {
			c := nodetest.Case{Service: "Collator", Locale: locale, Options: bag, Method: "resolvedOptions"}
			if bag["caseFirst"] != "lower" { // V8 shows the keyword kf-upper even then
				all = append(all, c)
			}
			c.Method = "sort"
			for _, w := range words {
				german := (strings.Contains(locale, "phonebk") || locale == "de-DE") && (w == "æ" || w == "œ")
				if german || locale == "ja-JP" && slices.Contains([]string{"α", "β", "Ω", "я", "Я", "а", "가", "나"}, w) {
					continue // see the package comment
				}
				c.Args = append(c.Args, "s:"+w)
			}
			all = append(all, c)
		}
	}
	return all
}

// pairs compares every word with every other one.
func pairs() (all []nodetest.Case) {
	for _, bag := range []intl.Options{nil, {"numeric": true}, {"sensitivity": "base"}, {"sensitivity": "accent"}, {"sensitivity": "case"}, {"caseFirst": "upper"}, {"caseFirst": "lower"}, {"ignorePunctuation": true}} {
		for _, a := range words {
			for _, b := range words {
				all = append(all, nodetest.Case{Service: "Collator", Locale: "en-US", Options: bag, Method: "compare", Args: []string{"s:" + a, "s:" + b}})
			}
		}
	}
	return all
}

func TestSortGolden(t *testing.T) { nodetest.Golden(t, "sort", *update, cases(), answer) }

func TestPairsLive(t *testing.T) { nodetest.Live(t, pairs(), answer) }

func TestConcurrentUse(t *testing.T) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	c, err := collation.New(locale, nil)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan []string)
	for range 4 {
		go func() { done <- slices.SortedStableFunc(slices.Values(words), c.Compare) }()
	}
	want := slices.SortedStableFunc(slices.Values(words), c.Compare)
	for range 4 {
		if got := <-done; !slices.Equal(got, want) {
			t.Errorf("sorted at the same time: got %q, want %q", got, want)
		}
	}
}

func FuzzCompare(f *testing.F) {
	f.Add("a", "A")
	f.Add("\xff", "é\u0301\x80")
	f.Add("file10", "file9")
	locale, err := intl.Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	var collators []*collation.Collator
	for _, o := range []intl.Options{nil, {"numeric": true, "sensitivity": "base"}, {"sensitivity": "case", "caseFirst": "upper"}, {"ignorePunctuation": true}} {
		c, err := collation.New(locale, o)
		if err != nil {
			f.Fatal(err)
		}
		collators = append(collators, c)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		for i, c := range collators {
			if got, back := c.Compare(a, b), c.Compare(b, a); got != -back {
				t.Errorf("collator %d: Compare(%q, %q) = %d, but %d the other way round", i, a, b, got, back)
			}
		}
	})
}

func ExampleNew() {
	locale, _ := intl.Resolve(nil)
	c, err := collation.New(locale, intl.Options{"numeric": true})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(c.Compare("file10", "file9"))
	// Output: 1
}

func BenchmarkCompare(b *testing.B) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	c, err := collation.New(locale, nil)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		c.Compare("interpretation", "interpreter")
	}
}

func BenchmarkNew(b *testing.B) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		c, err := collation.New(locale, nil)
		if err != nil {
			b.Fatal(err)
		}
		c.Compare("a", "b")
	}
}
