package intl

import (
	"slices"
	"strings"
)

// tag is a language tag taken apart.
type tag struct {
	language, script, region string
	variants                 []string
	extensions               []string // each with its singleton, in order; "x-…" last
}

// maxTag is the length of the longest tag that is read, in bytes; ICU draws the line near it.
const maxTag = 156

// Canonicalize returns a language tag in the form of Intl.getCanonicalLocales: letters in their usual case, extensions
// in order, outdated codes replaced. An invalid tag is a RangeError.
func Canonicalize(text string) (string, error) {
	t, err := parseTag(text)
	if err != nil {
		return "", err
	}
	return t.String(), nil
}

func (t tag) String() string {
	parts := []string{t.language}
	for _, p := range []string{t.script, t.region} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	parts = append(parts, t.variants...)
	return strings.Join(append(parts, t.extensions...), "-")
}

// parseTag reads a Unicode BCP 47 locale identifier. As in V8, a text that does not begin with a language, script and
// region has another message than one whose extensions are wrong.
func parseTag(text string) (tag, error) {
	if len(text) > maxTag {
		return tag{}, Rangef("Incorrect locale information provided")
	}
	text = strings.ToLower(text)
	rest := strings.Split(text, "-")
	if !isLanguage(rest[0]) {
		return tag{}, Rangef("Incorrect locale information provided")
	}
	t := tag{language: rest[0]}
	rest = rest[1:]
	next := func(is func(string) bool) string {
		if len(rest) == 0 || !is(rest[0]) {
			return ""
		}
		s := rest[0]
		rest = rest[1:]
		return s
	}
	if s := next(isScript); s != "" {
		t.script = strings.ToUpper(s[:1]) + s[1:]
	}
	t.region = strings.ToUpper(next(isRegion))
	for v := next(isVariant); v != ""; v = next(isVariant) {
		if slices.Contains(t.variants, v) {
			return tag{}, Rangef("Invalid language tag: %s", text)
		}
		t.variants = append(t.variants, v)
	}
	slices.Sort(t.variants)
	var ok bool
	if t.extensions, ok = parseExtensions(rest); !ok {
		if dangling := len(rest) == 1 && rest[0] == ""; len(rest[0]) != 1 && !dangling {
			return tag{}, Rangef("Incorrect locale information provided")
		}
		return tag{}, Rangef("Invalid language tag: %s", text)
	}
	t.modernize()
	return t, nil
}

// parseExtensions groups the subtags after a language, script, region and variants by their singletons, each of which
// may occur once, and sorts the groups.
func parseExtensions(subtags []string) (extensions []string, ok bool) {
	var private string
	for len(subtags) > 0 {
		singleton := subtags[0]
		if len(singleton) != 1 || !isAlphanumeric(singleton) {
			return nil, false
		}
		n := 1
		for n < len(subtags) && (singleton == "x" || len(subtags[n]) > 1) {
			if s := subtags[n]; !isAlphanumeric(s) || len(s) > 8 {
				return nil, false
			}
			n++
		}
		if n == 1 {
			return nil, false
		}
		group := strings.Join(subtags[:n], "-")
		switch {
		case singleton == "x":
			private = group
		case slices.ContainsFunc(extensions, func(e string) bool { return e[:1] == singleton }):
			return nil, false
		case singleton == "u":
			extensions = append(extensions, unicodeExtension(subtags[1:n]))
		default:
			extensions = append(extensions, group)
		}
		subtags = subtags[n:]
	}
	slices.Sort(extensions)
	if private != "" {
		extensions = append(extensions, private)
	}
	return extensions, true
}

// unicodeExtension writes a -u- extension with its attributes and keywords in order, the first of equal keywords only,
// and without the value "true".
func unicodeExtension(subtags []string) string {
	attributes, keywords := splitKeywords(subtags)
	slices.Sort(attributes)
	slices.SortStableFunc(keywords, func(a, b keyword) int { return strings.Compare(a.key, b.key) })
	keywords = slices.CompactFunc(keywords, func(a, b keyword) bool { return a.key == b.key })
	parts := append([]string{"u"}, attributes...)
	for _, k := range keywords {
		parts = append(parts, k.key)
		if k.value != "" && k.value != "true" {
			parts = append(parts, k.value)
		}
	}
	return strings.Join(parts, "-")
}

type keyword struct{ key, value string }

func splitKeywords(subtags []string) (attributes []string, keywords []keyword) {
	for _, s := range subtags {
		switch {
		case len(s) == 2:
			keywords = append(keywords, keyword{key: s})
		case keywords == nil:
			attributes = append(attributes, s)
		default:
			last := &keywords[len(keywords)-1]
			last.value = strings.TrimPrefix(last.value+"-"+s, "-")
		}
	}
	return attributes, keywords
}

// keyword returns the value of a key in the -u- extension of the tag: "" when absent, "true" when present without one.
func (t tag) keyword(key string) string {
	for _, e := range t.extensions {
		rest, ok := strings.CutPrefix(e, "u-")
		if !ok {
			continue
		}
		_, keywords := splitKeywords(strings.Split(rest, "-"))
		for _, k := range keywords {
			if k.key == key && k.value == "" {
				return "true"
			}
			if k.key == key {
				return k.value
			}
		}
	}
	return ""
}

// modernize replaces codes that were withdrawn, of languages and regions that programs still name.
func (t *tag) modernize() {
	switch t.language {
	case "iw":
		t.language = "he"
	case "in":
		t.language = "id"
	case "ji":
		t.language = "yi"
	case "jw":
		t.language = "jv"
	case "mo":
		t.language = "ro"
	case "tl":
		t.language = "fil"
	case "cmn":
		t.language = "zh"
	case "sh":
		t.language = "sr"
		if t.script == "" {
			t.script = "Latn"
		}
	}
	switch t.region {
	case "UK":
		t.region = "GB"
	case "BU":
		t.region = "MM"
	case "DD":
		t.region = "DE"
	case "TP":
		t.region = "TL"
	case "YD":
		t.region = "YE"
	case "ZR":
		t.region = "CD"
	case "276":
		t.region = "DE"
	case "826":
		t.region = "GB"
	case "840":
		t.region = "US"
	}
}

func isLanguage(s string) bool {
	return isAlpha(s) && (len(s) == 2 || len(s) == 3 || 5 <= len(s) && len(s) <= 8)
}

func isScript(s string) bool { return len(s) == 4 && isAlpha(s) }

func isRegion(s string) bool {
	return len(s) == 2 && isAlpha(s) || len(s) == 3 && strings.Trim(s, "0123456789") == ""
}

func isVariant(s string) bool {
	return isAlphanumeric(s) && (5 <= len(s) && len(s) <= 8 || len(s) == 4 && s[0] <= '9')
}

func isAlpha(s string) bool { return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz") == "" }

func isAlphanumeric(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}
