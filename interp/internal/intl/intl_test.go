package intl_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/nodetest"
)

var update = nodetest.Update()

func TestCanonicalGolden(t *testing.T) {
	var cases []nodetest.Case
	for _, tag := range []string{
		"en", "EN-us", "en-UK", "zh-hans-cn", "iw", "tl", "sr-latn", "xx", "und", "english", "en-u-kn-true-co-phonebk", "en-u-hc-h23-ca-buddhist", "en-t-fr", "en-x-foo",
		"de-1996", "de-1996-1996", "e", "abcd", "en-", "en-US-", "en-a", "en-u", "en-u-nu-latn-u-hc-h23", "i-klingon", "x-foo", "root", "en_US", "en US",
		"toolonglanguage", "en-US-u-attr-nu-latn", "fr-u-nu-latn-nu-arab", "es-419", "en-840", "xx-yy-zz", "a-b", "en-a-bbb-a-ccc", "en-b-ccc-a-bbb", "ja-JP-u-ca-japanese-x-y",
	} {
		cases = append(cases, nodetest.Case{Locale: tag, Method: "canonical"})
	}
	nodetest.Golden(t, "canonical", *update, cases, func(c nodetest.Case) string {
		all, err := intl.CanonicalizeAll([]string{c.Locale})
		if err != nil {
			return err.Error()
		}
		text, err := json.Marshal(all)
		if err != nil {
			return err.Error()
		}
		return string(text)
	})
}

func TestResolve(t *testing.T) {
	const unsupported = `is not supported here; use "en-US", "en-GB", "en-CA", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR" or "sv-SE"`
	for _, c := range []struct {
		tags []string
		want string // the name, or the error
	}{
		{nil, "en-US"},
		{[]string{"en"}, "en"},
		{[]string{"en-us"}, "en-US"},
		{[]string{"en-UK"}, "en-GB"},
		{[]string{"de", "fr"}, "de"},
		{[]string{"ja-JP-u-hc-h12"}, "ja-JP"},
		{[]string{"pt-BR"}, "pt-BR"},
		{[]string{"en-CA"}, "en-CA"},
		{[]string{"en-AU"}, `RangeError: locale "en-AU" ` + unsupported},
		{[]string{"zh-cn", "en"}, `RangeError: locale "zh-CN" ` + unsupported},
		{[]string{"de-AT"}, `RangeError: locale "de-AT" ` + unsupported},
		{[]string{"en_US"}, "RangeError: Incorrect locale information provided"},
		{[]string{"en" + strings.Repeat("-abcde", 1e5)}, "RangeError: Incorrect locale information provided"},
		{[]string{"en", "x"}, "RangeError: Incorrect locale information provided"},
	} {
		got := ""
		if locale, err := intl.Resolve(c.tags); err != nil {
			got = err.Error()
		} else {
			got = locale.Name
		}
		if got != c.want {
			t.Errorf("Resolve(%q) is %s, want %s", c.tags, got, c.want)
		}
	}
}

func TestSupported(t *testing.T) {
	got, err := intl.Supported([]string{"en-us", "zh", "de-DE-u-co-phonebk", "en-US", "fr-CA"})
	if want := []string{"en-US", "de-DE-u-co-phonebk"}; err != nil || !cmp.Equal(got, want) {
		t.Errorf("Supported: got %q, %v; want %q", got, err, want)
	}
	if got, err := intl.Supported([]string{"en", "*"}); err == nil {
		t.Errorf("Supported with an invalid tag: got %q, want an error", got)
	}
}

func TestKeyword(t *testing.T) {
	locale, err := intl.Resolve([]string{"en-US-u-hc-h23-kn-nu-latn"})
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"hc": "h23", "kn": "true", "nu": "latn", "ca": ""} {
		if got := locale.Keyword(key); got != want {
			t.Errorf("Keyword(%q) = %q, want %q", key, got, want)
		}
	}
	if got, want := locale.With("hc", "h12", "kn", "true", "nu", "latn"), "en-US-u-kn-nu-latn"; got != want {
		t.Errorf("With = %q, want %q", got, want)
	}
}

func TestLatin(t *testing.T) {
	for _, c := range []struct {
		tag     string
		options intl.Options
		want    string
	}{
		{"en", nil, ""},
		{"en-u-nu-latn", nil, ""},
		{"en-u-nu-arab", intl.Options{"numberingSystem": "latn"}, ""},
		{"en-u-nu-arab", nil, `RangeError: numberingSystem "arab" is not supported here; use "latn"`},
		{"en", intl.Options{"numberingSystem": "deva"}, `RangeError: numberingSystem "deva" is not supported here; use "latn"`},
		{"en", intl.Options{"numberingSystem": "x"}, "RangeError: Invalid numberingSystem : x"},
	} {
		locale, err := intl.Resolve([]string{c.tag})
		if err != nil {
			t.Fatal(err)
		}
		got := ""
		if err := locale.Latin(c.options); err != nil {
			got = err.Error()
		}
		if got != c.want {
			t.Errorf("Latin of %s with %v is %q, want %q", c.tag, c.options, got, c.want)
		}
	}
}

func FuzzCanonicalize(f *testing.F) {
	for _, seed := range []string{"en", "en-US-u-hc-h23", "sr-Latn-RS-x-a", "de-1996", "a-b-c", "-", "en-u-kn-true-kn"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, tag string) {
		once, err := intl.Canonicalize(tag)
		if err != nil {
			return
		}
		if twice, err := intl.Canonicalize(once); err != nil || twice != once {
			t.Errorf("Canonicalize(%q) = %q, but of that it is %q, %v", tag, once, twice, err)
		}
	})
}

func ExampleCanonicalize() {
	fmt.Println(intl.Canonicalize("EN-latn-us"))
	fmt.Println(intl.Canonicalize("en_US"))
	// Output:
	// en-Latn-US <nil>
	//  RangeError: Incorrect locale information provided
}
