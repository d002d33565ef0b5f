package phrase_test

import (
	"fmt"
	"strconv"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/nodetest"
	"github.com/runcode-dev/runcode/interp/internal/intl/number"
	"github.com/runcode-dev/runcode/interp/internal/intl/phrase"
)

var update = nodetest.Update()

var locales = []string{"en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR", "sv-SE", "en-CA"}

// answer does what driver.js does.
func answer(c nodetest.Case) string {
	locale, err := intl.Resolve([]string{c.Locale})
	if err != nil {
		return err.Error()
	}
	var args []string
	for _, arg := range c.Args {
		args = append(args, arg[2:])
	}
	text, err := map[string]func(intl.Locale, nodetest.Case, []string) (string, error){
		"ListFormat": list, "RelativeTimeFormat": relative, "DisplayNames": names,
	}[c.Service](locale, c, args)
	if err != nil {
		return err.Error()
	}
	return text
}

func list(locale intl.Locale, c nodetest.Case, args []string) (string, error) {
	f, err := phrase.NewListFormat(locale, c.Options)
	switch {
	case err != nil:
		return "", err
	case c.Method == "list":
		return f.Format(args), nil
	case c.Method == "listParts" && len(args) == 0:
		return "[]", nil
	case c.Method == "listParts":
		return nodetest.Show(f.FormatToParts(args)), nil
	}
	return nodetest.Object(f.ResolvedOptions()), nil
}

func relative(locale intl.Locale, c nodetest.Case, args []string) (string, error) {
	f, err := phrase.NewRelativeTimeFormat(locale, c.Options)
	if err != nil {
		return "", err
	}
	if c.Method == "resolvedOptions" {
		return nodetest.Object(f.ResolvedOptions()), nil
	}
	n, err := strconv.ParseFloat(args[0], 64)
	if err != nil {
		return "", err
	}
	if c.Method == "format" {
		return f.Format(number.Float(n), args[1])
	}
	parts, err := f.FormatToParts(number.Float(n), args[1])
	return nodetest.Show(parts), err
}

func names(locale intl.Locale, c nodetest.Case, args []string) (string, error) {
	d, err := phrase.NewDisplayNames(locale, c.Options)
	if err != nil {
		return "", err
	}
	if c.Method == "resolvedOptions" {
		return nodetest.Object(d.ResolvedOptions()), nil
	}
	name, _, err := d.Of(args[0])
	return name, err
}

func TestListGolden(t *testing.T) {
	lists := [][]string{nil, {"s:a"}, {"s:a", "s:b"}, {"s:a", "s:b", "s:c"}, {"s:a", "s:b", "s:c", "s:d"}, {"s:", "s:"},
		{"s:padres", "s:hijos"}, {"s:padres", "s:Iglesia"}, {"s:agua", "s:hielo"}, {"s:uno", "s:hilo"}, {"s:siete", "s:ocho"}, {"s:diez", "s:11"}, {"s:a", "s:hora"}}
	var cases []nodetest.Case
	for _, locale := range locales {
		for _, kind := range []string{"", "conjunction", "disjunction", "unit", "x"} {
			for _, style := range []string{"long", "short", "narrow"} {
				o := intl.Options{"style": style}
				if kind != "" {
					o["type"] = kind
				}
				cases = append(cases, nodetest.Case{Service: "ListFormat", Locale: locale, Options: o, Method: "resolvedOptions"})
				for i, elements := range lists {
					if i > 4 && (locale != "es-ES" || style != "long") {
						continue
					}
					cases = append(cases, nodetest.Case{Service: "ListFormat", Locale: locale, Options: o, Method: "list", Args: elements})
				}
				cases = append(cases, nodetest.Case{Service: "ListFormat", Locale: locale, Options: o, Method: "listParts", Args: lists[3]},
					nodetest.Case{Service: "ListFormat", Locale: locale, Options: o, Method: "listParts"})
			}
		}
	}
	nodetest.Golden(t, "list", *update, cases, answer)
}

func TestRelativeGolden(t *testing.T) {
	values := []string{"n:0", "n:-0", "n:1", "n:-1", "n:2", "n:-2", "n:3", "n:1.5", "n:-1234.5678", "n:1000000", "n:NaN"}
	units := []string{"second", "minutes", "hour", "days", "week", "month", "quarter", "years", "foo"}
	var cases []nodetest.Case
	for _, locale := range locales {
		for _, style := range []string{"long", "short", "narrow"} {
			if locale != "en-US" && style == "narrow" {
				continue
			}
			for _, numeric := range []string{"always", "auto"} {
				if locale != "en-US" && numeric == "always" {
					continue // auto has the same phrases, and some more
				}
				o := intl.Options{"style": style, "numeric": numeric}
				cases = append(cases, nodetest.Case{Service: "RelativeTimeFormat", Locale: locale, Options: o, Method: "resolvedOptions"})
				for i, unit := range units {
					for _, value := range values {
						if locale != "en-US" && (value == "n:NaN" || len(value) > 4) {
							continue
						}
						cases = append(cases, nodetest.Case{Service: "RelativeTimeFormat", Locale: locale, Options: o, Method: "format", Args: []string{value, "s:" + unit}})
					}
					cases = append(cases, nodetest.Case{Service: "RelativeTimeFormat", Locale: locale, Options: o, Method: "formatToParts", Args: []string{values[i], "s:" + unit}},
						nodetest.Case{Service: "RelativeTimeFormat", Locale: locale, Options: o, Method: "formatToParts", Args: []string{"n:-12345.5", "s:" + unit}})
				}
			}
		}
	}
	nodetest.Golden(t, "relative", *update, cases, answer)
}

func TestNamesGolden(t *testing.T) {
	codes := map[string][]string{
		"region":   {"US", "GB", "DE", "ZZ", "XQ", "419", "us", "USA", "CI"},
		"language": {"en", "en-US", "EN-gb", "zh-Hans", "zh-Hant", "zh-Hans-CN", "de-AT", "sr-Latn-RS", "fr-CH-x-foo", "xx", "en_US", "pt-BR", "fil"},
		"script":   {"Latn", "Hans", "latn", "Xxxx", "L", "Jpan"},
		"currency": {"USD", "usd", "EUR", "XYZ", "US", "JPY"},
	}
	var cases []nodetest.Case
	for _, locale := range locales {
		for _, kind := range []string{"region", "language", "script", "currency"} {
			for _, o := range []intl.Options{{"type": kind}, {"type": kind, "style": "short"}, {"type": kind, "languageDisplay": "standard"}} {
				cases = append(cases, nodetest.Case{Service: "DisplayNames", Locale: locale, Options: o, Method: "resolvedOptions"})
				for _, code := range codes[kind] {
					cases = append(cases, nodetest.Case{Service: "DisplayNames", Locale: locale, Options: o, Method: "of", Args: []string{"s:" + code}})
				}
			}
		}
	}
	nodetest.Golden(t, "names", *update, cases, answer)
}

func ExampleNewListFormat() {
	locale, _ := intl.Resolve(nil)
	f, err := phrase.NewListFormat(locale, intl.Options{"type": "disjunction"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Format([]string{"red", "green", "blue"}))
	// Output: red, green, or blue
}

func ExampleNewRelativeTimeFormat() {
	locale, _ := intl.Resolve(nil)
	f, err := phrase.NewRelativeTimeFormat(locale, intl.Options{"numeric": "auto"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Format(number.Float(-1), "day"))
	// Output: yesterday <nil>
}

func ExampleNewDisplayNames() {
	locale, _ := intl.Resolve(nil)
	d, err := phrase.NewDisplayNames(locale, intl.Options{"type": "region"})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(d.Of("JP"))
	// Output: Japan true <nil>
}
