package pattern

import (
	_ "embed"
	"strconv"
	"strings"
	"unicode"
)

//go:generate sh -c "node emoji.js > emoji.txt"

//go:embed emoji.txt
var emoji string

// property is the set of characters of \p{expression}.
func property(expression string) (set, error) {
	name, value, pair := strings.Cut(expression, "=")
	if pair {
		switch name {
		case "General_Category", "gc":
			if s, ok := category(value); ok {
				return s, nil
			}
		case "Script", "sc":
			if s, ok := script(value); ok {
				return s, nil
			}
		case "Script_Extensions", "scx":
			return nil, problem("Script_Extensions is not supported here, write \\p{Script=" + value + "}")
		}
		return nil, errProperty
	}
	if s, ok := category(name); ok {
		return s, nil
	}
	if s, ok := binary(name); ok {
		return s, nil
	}
	switch name {
	case "RGI_Emoji", "Basic_Emoji", "Emoji_Keycap_Sequence", "RGI_Modifier_Sequence", "RGI_Flag_Sequence",
		"RGI_Emoji_Modifier_Sequence", "RGI_Emoji_Flag_Sequence", "RGI_Emoji_Tag_Sequence", "RGI_Emoji_ZWJ_Sequence":
		return nil, problem(name + ", a property of strings, is not supported here, write \\p{Extended_Pictographic}")
	}
	return nil, errProperty
}

// category is a general category by its short or long name.
func category(name string) (set, bool) {
	if short, ok := longCategories[name]; ok {
		name = short
	}
	switch name {
	case "Any":
		return everything(), true
	case "Cn", "Assigned":
		assigned := set(nil)
		for short, t := range unicode.Categories {
			if len(short) == 1 && short != "C" {
				assigned = assigned.union(fromTable(t))
			}
		}
		for _, c := range []*unicode.RangeTable{unicode.Cc, unicode.Cf, unicode.Co, unicode.Cs} {
			assigned = assigned.union(fromTable(c))
		}
		if name == "Cn" {
			return assigned.complement(), true
		}
		return assigned, true
	case "C":
		unassigned, _ := category("Cn")
		return fromTable(unicode.C).union(unassigned), true
	case "LC":
		return union(unicode.Lu, unicode.Ll, unicode.Lt), true
	}
	if t, ok := unicode.Categories[name]; ok && len(name) <= 2 {
		return fromTable(t), true
	}
	return nil, false
}

// longCategories maps the other names of general categories. It is a constant table.
var longCategories = map[string]string{
	"Cased_Letter": "LC", "Close_Punctuation": "Pe", "Connector_Punctuation": "Pc", "Control": "Cc", "cntrl": "Cc",
	"Currency_Symbol": "Sc", "Dash_Punctuation": "Pd", "Decimal_Number": "Nd", "digit": "Nd", "Enclosing_Mark": "Me",
	"Final_Punctuation": "Pf", "Format": "Cf", "Initial_Punctuation": "Pi", "Letter": "L", "Letter_Number": "Nl",
	"Line_Separator": "Zl", "Lowercase_Letter": "Ll", "Mark": "M", "Combining_Mark": "M", "Math_Symbol": "Sm",
	"Modifier_Letter": "Lm", "Modifier_Symbol": "Sk", "Nonspacing_Mark": "Mn", "Number": "N", "Open_Punctuation": "Ps",
	"Other": "C", "Other_Letter": "Lo", "Other_Number": "No", "Other_Punctuation": "Po", "Other_Symbol": "So",
	"Paragraph_Separator": "Zp", "Private_Use": "Co", "Punctuation": "P", "punct": "P", "Separator": "Z",
	"Space_Separator": "Zs", "Spacing_Mark": "Mc", "Surrogate": "Cs", "Symbol": "S", "Titlecase_Letter": "Lt",
	"Unassigned": "Cn", "Uppercase_Letter": "Lu",
}

func script(name string) (set, bool) {
	if long, ok := shortScripts[name]; ok {
		name = long
	}
	t, ok := unicode.Scripts[name]
	if !ok {
		return nil, false
	}
	return fromTable(t), true
}

// shortScripts maps the short names of the scripts in wide use. It is a constant table.
var shortScripts = map[string]string{
	"Arab": "Arabic", "Armn": "Armenian", "Beng": "Bengali", "Bopo": "Bopomofo", "Cyrl": "Cyrillic", "Deva": "Devanagari",
	"Ethi": "Ethiopic", "Geor": "Georgian", "Grek": "Greek", "Gujr": "Gujarati", "Guru": "Gurmukhi", "Hang": "Hangul",
	"Hani": "Han", "Hebr": "Hebrew", "Hira": "Hiragana", "Kana": "Katakana", "Khmr": "Khmer", "Knda": "Kannada",
	"Laoo": "Lao", "Latn": "Latin", "Mlym": "Malayalam", "Mong": "Mongolian", "Mymr": "Myanmar", "Sinh": "Sinhala",
	"Taml": "Tamil", "Telu": "Telugu", "Thaa": "Thaana", "Tibt": "Tibetan", "Zinh": "Inherited", "Zyyy": "Common",
	"Qaai": "Inherited",
}

func union(tables ...*unicode.RangeTable) set {
	var s set
	for _, t := range tables {
		s = append(s, fromTable(t)...)
	}
	return newSet(s...)
}

// binary is a property that a character has or has not.
func binary(name string) (set, bool) {
	if long, ok := shortProperties[name]; ok {
		name = long
	}
	switch name {
	case "ASCII":
		return set{{0, 0x7f}}, true
	case "Alphabetic":
		return union(unicode.L, unicode.Nl, unicode.Other_Alphabetic), true
	case "Uppercase":
		return union(unicode.Lu, unicode.Other_Uppercase), true
	case "Lowercase":
		return union(unicode.Ll, unicode.Other_Lowercase), true
	case "Cased":
		return union(unicode.Lu, unicode.Ll, unicode.Lt, unicode.Other_Uppercase, unicode.Other_Lowercase), true
	case "Math":
		return union(unicode.Sm, unicode.Other_Math), true
	case "Grapheme_Extend":
		return union(unicode.Me, unicode.Mn, unicode.Other_Grapheme_Extend), true
	case "ID_Start":
		return idStart(), true
	case "ID_Continue":
		more := union(unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
		return idStart().union(more.subtract(patternCharacters())), true
	}
	if s, ok := emojiProperty(name); ok {
		return s, true
	}
	if t, ok := unicode.Properties[name]; ok && !strings.HasPrefix(name, "Other_") && !strings.HasPrefix(name, "Prepended") {
		return fromTable(t), true
	}
	return nil, false
}

func patternCharacters() set { return union(unicode.Pattern_Syntax, unicode.Pattern_White_Space) }

func idStart() set {
	return union(unicode.L, unicode.Nl, unicode.Other_ID_Start).subtract(patternCharacters())
}

// shortProperties maps the short names of binary properties. It is a constant table.
var shortProperties = map[string]string{
	"AHex": "ASCII_Hex_Digit", "Alpha": "Alphabetic", "Bidi_C": "Bidi_Control", "Dep": "Deprecated", "Dia": "Diacritic",
	"Ext": "Extender", "Gr_Ext": "Grapheme_Extend", "Hex": "Hex_Digit", "IDC": "ID_Continue", "IDS": "ID_Start",
	"Ideo": "Ideographic", "Join_C": "Join_Control", "Lower": "Lowercase", "NChar": "Noncharacter_Code_Point",
	"Pat_Syn": "Pattern_Syntax", "Pat_WS": "Pattern_White_Space", "QMark": "Quotation_Mark", "RI": "Regional_Indicator",
	"STerm": "Sentence_Terminal", "SD": "Soft_Dotted", "Term": "Terminal_Punctuation", "UIdeo": "Unified_Ideograph",
	"Upper": "Uppercase", "VS": "Variation_Selector", "space": "White_Space", "EComp": "Emoji_Component",
	"EMod": "Emoji_Modifier", "EBase": "Emoji_Modifier_Base", "EPres": "Emoji_Presentation", "ExtPict": "Extended_Pictographic",
}

// emojiProperty reads a line of the embedded table, which package unicode has not.
func emojiProperty(name string) (set, bool) {
	for line := range strings.Lines(emoji) {
		fields := strings.Fields(line)
		if fields[0] != name {
			continue
		}
		var spans []span
		for _, f := range fields[1:] {
			low, high, ok := strings.Cut(f, "-")
			if !ok {
				high = low
			}
			a, _ := strconv.ParseInt(low, 16, 32) // the table is part of the binary
			b, _ := strconv.ParseInt(high, 16, 32)
			spans = append(spans, span{rune(a), rune(b)})
		}
		return newSet(spans...), true
	}
	return nil, false
}
