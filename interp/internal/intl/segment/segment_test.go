package segment_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/nodetest"
	"github.com/runcode-dev/runcode/interp/internal/intl/segment"
)

var update = nodetest.Update()

// answer does what driver.js does.
func answer(c nodetest.Case) string {
	locale, err := intl.Resolve([]string{c.Locale})
	if err != nil {
		return err.Error()
	}
	s, err := segment.New(locale, c.Options)
	if err != nil {
		return err.Error()
	}
	if c.Method == "resolvedOptions" {
		return nodetest.Object(s.ResolvedOptions())
	}
	all := []any{}
	for part := range s.Segments(c.Args[0][2:]) {
		if s.Granularity() == "word" {
			all = append(all, []any{part.Text, part.Word})
		} else {
			all = append(all, part.Text)
		}
	}
	var text bytes.Buffer
	encoder := json.NewEncoder(&text)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(all); err != nil {
		return err.Error()
	}
	return strings.NewReplacer("\n", "", `\u2028`, "\u2028", `\u2029`, "\u2029").Replace(text.String())
}

func ask(granularity, text string) nodetest.Case {
	return nodetest.Case{Service: "Segmenter", Locale: "en-US", Options: intl.Options{"granularity": granularity}, Method: "segment", Args: []string{"s:" + text}}
}

func TestSegmentGolden(t *testing.T) {
	var cases []nodetest.Case
	for _, granularity := range []string{"grapheme", "word", "sentence", "x"} {
		cases = append(cases, nodetest.Case{Service: "Segmenter", Locale: "de-DE", Options: intl.Options{"granularity": granularity}, Method: "resolvedOptions"})
		for _, text := range []string{
			"", "a", "áe👨\u200d👩\u200d👧x\r\n🇩🇪🇫", "नमस्ते", "각", "👍🏽👩🏻\u200d💻🏳\ufe0f\u200d🌈❤\ufe0f", "Z\u0351\u036b\u034fA\u0334\u0335", "\u0600a", "क्\u200dष", "e\u200dx", "\u200d",
			"Hello, world! It's 3.14 o'clock — re-do foo_bar a.b U.S.A. 1,000 $5 x@y.com", "naïve café №5 ½ x² 😀 ok", "one\ttwo  three\n\nfour", "Привет, мир", "שלום עולם",
			"Hello there. How are you? Mr. Smith went. 3.14 is pi! \"Yes.\" He said.\nNew line here. e.g. this", "No end", "Wait... what?! (Really.) Ok.", "¿Qué? ¡No! Sí.",
		} {
			cases = append(cases, ask(granularity, text))
		}
	}
	nodetest.Golden(t, "segment", *update, cases, answer)
}

func TestRandomLive(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 0))
	pieces := []string{"a", "B", "é", "e\u0301", "1", "9", " ", "  ", ".", ",", "'", "\"", "-", "!", "?", "\n", "\r\n", "😀", "👩", "🇩", "🇪", "к", "क", "्", "ि", "(", ")", "…", "\u00ad", ":", "$", "½", "\ufe0f"}
	var cases []nodetest.Case
	for range 3000 {
		var text strings.Builder
		for range 1 + random.IntN(12) {
			text.WriteString(pieces[random.IntN(len(pieces))])
		}
		cases = append(cases, ask([]string{"grapheme", "word", "sentence"}[random.IntN(3)], text.String()))
	}
	nodetest.Live(t, cases, answer)
}

func FuzzSegments(f *testing.F) {
	for _, seed := range []string{"", "a b. c", "😀\xff\xfe", "\U0010ffff", "e\u0301 \r\n"} {
		f.Add(seed)
	}
	locale, err := intl.Resolve(nil)
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, granularity := range []string{"grapheme", "word", "sentence"} {
			s, err := segment.New(locale, intl.Options{"granularity": granularity})
			if err != nil {
				t.Fatal(err)
			}
			joined := ""
			for part := range s.Segments(text) {
				if want := len(utf16.Encode([]rune(joined))); utf8.ValidString(text) && part.Index != want {
					t.Errorf("%s %q: segment %q begins at %d, want %d", granularity, text, part.Text, part.Index, want)
				}
				joined += part.Text
			}
			if joined != text {
				t.Errorf("%s: segments of %q join to %q", granularity, text, joined)
			}
		}
	})
}

func ExampleNew() {
	locale, _ := intl.Resolve(nil)
	s, err := segment.New(locale, intl.Options{"granularity": "word"})
	if err != nil {
		fmt.Println(err)
		return
	}
	for part := range s.Segments("It's ok") {
		fmt.Printf("%q at %d, a word: %t\n", part.Text, part.Index, part.Word)
	}
	// Output:
	// "It's" at 0, a word: true
	// " " at 4, a word: false
	// "ok" at 5, a word: true
}
