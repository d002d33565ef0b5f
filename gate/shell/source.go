package shell

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mvdan.cc/sh/v3/syntax"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/gate/shell/program"
)

// join removes every backslash that ends a line together with the line's end, as a shell does before it reads anything
// else. Where a shell would not (in single quotes) the two texts have different parts, and the command is unknown.
func join(command string) string { return strings.ReplaceAll(command, "\\\n", "") }

// refuseText returns why a text is not even parsed: it may look different from what a shell reads, or the parser drops
// characters of it.
func refuseText(command string) string {
	switch {
	case len(command) > MaxLength:
		return "the command is too long to be analysed"
	case !utf8.ValidString(command):
		return "the command is not valid UTF-8"
	case endsInBackslash(join(command)):
		return "the command ends in a backslash"
	}
	for _, r := range command {
		if r == '\t' || r == '\n' {
			continue
		}
		if unicode.IsControl(r) || gate.Hidden(r) {
			return "the command holds a control or invisible character"
		}
	}
	return ""
}

// endsInBackslash reports whether the last character is a backslash that is not escaped. Shells differ in what it means.
func endsInBackslash(text string) bool {
	return (len(text)-len(strings.TrimRight(text, `\`)))%2 == 1
}

// parse reads a text in one dialect. A text that ends too early is an error too; nothing is recovered.
func parse(parser *syntax.Parser, text string, dialect syntax.LangVariant) (*syntax.File, error) {
	syntax.Variant(dialect)(parser)
	return parser.Parse(strings.NewReader(text), "")
}

// reason shortens an error of the parser to its text, without position.
func reason(err error) string {
	switch err := err.(type) {
	case syntax.ParseError:
		return err.Text
	case syntax.LangError:
		return err.Feature + " is read by some shells only"
	}
	return "it cannot be parsed"
}

// tokens cuts a text that cannot be parsed into command lines as well as can be, for the floor and the deny rules: at
// every character that could end a word or a command.
func tokens(text string) []Part {
	var parts []Part
	for line := range strings.FieldsFuncSeq(text, func(r rune) bool { return strings.ContainsRune(";|&()`\n{}", r) }) {
		words := strings.FieldsFunc(line, func(r rune) bool {
			return strings.ContainsRune("<>\"'$\\", r) || unicode.IsSpace(r) || unicode.IsControl(r) || gate.Hidden(r)
		})
		if len(words) > 0 {
			parts = append(parts, Part{Words: program.Literals(words...), Nested: true})
		}
	}
	return parts
}
