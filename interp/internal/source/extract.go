package source

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
)

// `export default` becomes defaultLet, which is as long, so that nothing moves.
const (
	defaultName = "$default"
	defaultLet  = "let " + defaultName + " ="
)

// excerpt is a program without what surrounds it. What is left out is spaces, so that every position stays.
type excerpt struct {
	body    string
	entry   string // the variable or function whose value or call is the program's value, if the text says so
	note    string // what the author is to know of what was left out
	outline *outline
}

// extract takes the program out of what surrounds it.
func extract(text string) (e excerpt, problem *Problem) {
	rest := []byte(text)
	if strings.HasPrefix(text, "\ufeff") {
		blank(rest[:len("\ufeff")])
	}
	blankShebang(rest)
	if e.note, problem = unfence(text, rest); problem != nil {
		return excerpt{}, problem
	}
	blankShebang(rest) // which may have stood inside the fence
	e.body = string(rest)
	e.outline = scan(e.body)
	imports, exports := e.outline.imports, e.outline.exports
	if e.outline.tooDeep >= 0 || len(imports)+len(exports) == 0 {
		return e, nil
	}
	if problem = dropImports(text, rest, imports); problem != nil {
		return excerpt{}, problem
	}
	if e.entry, problem = dropExports(text, rest, exports); problem != nil {
		return excerpt{}, problem
	}
	e.body = string(rest)
	e.outline = scan(e.body)
	return e, nil
}

// blankShebang takes out a first line that names an interpreter, whatever white space stands before it.
func blankShebang(text []byte) {
	first := bytes.TrimLeft(text, " \t\r\n")
	if !bytes.HasPrefix(first, []byte("#!")) {
		return
	}
	blank(first[:lineLength(string(first))])
}

// blank replaces text by as many spaces, keeping its line ends.
func blank(text []byte) {
	for i := 0; i < len(text); i++ {
		if n := lineEnd(string(text[i:min(i+len("\u2028"), len(text))])); n > 0 {
			i += n - 1
		} else {
			text[i] = ' '
		}
	}
}

var (
	fenceLine   = lazy.Regexp("(?m)^[ \t]*(```+|~~~+)[ \t]*([A-Za-z0-9_+-]*)[^\n`]*$")
	inlineFence = lazy.Regexp("^\\s*```+(?:js|javascript|ts|typescript)?[ \t]+([^\n]*?)```+\\s*$")
)

// block is what stands in one fence of a text.
type block struct {
	mark     int // where the fence opens
	from, to int
	language string // in lower case; empty: not said
}

// unfence blanks what is not the program of a text that has fences: the one block that is marked as JavaScript or
// TypeScript, or the one that is not marked. note says what was left out beside prose.
func unfence(text string, body []byte) (note string, _ *Problem) {
	if !strings.Contains(text, "```") && !strings.Contains(text, "~~~") {
		return "", nil
	}
	if m := inlineFence().FindStringSubmatchIndex(text); m != nil {
		blank(body[:m[2]])
		blank(body[m[3]:])
		return "", nil
	}
	blocks := blocksOf(text)
	if len(blocks) == 0 || withinProgram(text, blocks[0].mark) {
		return "", nil
	}
	programs := slices.DeleteFunc(slices.Clone(blocks), func(b block) bool { return !programLanguages[b.language] })
	if len(programs) == 0 {
		programs = slices.DeleteFunc(slices.Clone(blocks), func(b block) bool { return b.language != "" })
	}
	switch {
	case len(programs) == 0:
		return "", problemAt(text, blocks[0].mark, "the text holds a "+blocks[0].language+" block, not a program", writeBody)
	case len(programs) > 1:
		return "", problemAt(text, programs[1].mark,
			fmt.Sprintf("the text holds %d blocks of code, and only one can be the program", len(programs)),
			"send one block; if all are to run, join them in one")
	case len(blocks) > 1:
		note = fmt.Sprintf("of the %d blocks in the text, only the one at line %d ran: it is the only one marked as a program",
			len(blocks), lineAt(text, programs[0].mark))
	}
	blank(body[:programs[0].from])
	blank(body[programs[0].to:])
	return note, nil
}

// withinProgram reports whether a fence stands in a comment or a template of a text that is a program as a whole: nothing is
// wrong with what stands before it, but that it ends inside.
func withinProgram(text string, fence int) bool {
	if scan(text).tooDeep >= 0 {
		return false
	}
	problems := func(text string) []api.Message {
		return api.Transform(prefix+text+suffix, api.TransformOptions{
			Loader: api.LoaderTS, Target: api.ESNext, LogLevel: api.LogLevelSilent, LogLimit: 1, LogOverride: unheeded,
		}).Errors
	}
	before := problems(text[:fence])
	return len(before) > 0 && endsInside(before[0], text[:fence]) && len(problems(text)) == 0
}

// endsInside reports whether esbuild complains that a text ends in a comment or a template. A string ends with its line.
func endsInside(m api.Message, text string) bool {
	last := 1 + strings.Count(text+suffix, "\n")
	return strings.HasSuffix(m.Text, "to terminate multi-line comment") ||
		m.Text == "Unterminated string literal" && m.Location != nil && m.Location.Line == last
}

func lineAt(text string, offset int) int {
	line, _ := place(text, offset)
	return line
}

// blocksOf finds the fenced blocks that hold something.
func blocksOf(text string) []block {
	var blocks []block
	marks := fenceLine().FindAllStringSubmatchIndex(text, -1)
	for i := 0; i < len(marks); i++ {
		start, end := marks[i], closingFence(text, marks, i)
		b := block{mark: start[0], from: start[1], to: len(text), language: strings.ToLower(text[start[4]:start[5]])}
		if end < len(marks) {
			b.to = marks[end][0]
		}
		if strings.TrimSpace(text[b.from:b.to]) != "" {
			blocks = append(blocks, b)
		}
		i = end
	}
	return blocks
}

// closingFence finds the mark that closes the fence at marks[open]; len(marks) if none does.
func closingFence(text string, marks [][]int, open int) int {
	fence := text[marks[open][2]:marks[open][3]]
	for i := open + 1; i < len(marks); i++ {
		if marks[i][4] == marks[i][5] && strings.HasPrefix(text[marks[i][2]:marks[i][3]], fence) {
			return i
		}
	}
	return len(marks)
}

// programLanguages are the labels of fences that hold programs. It is a constant table.
var programLanguages = set("js javascript jsx mjs cjs ts typescript tsx mts node")

var typeImport = lazy.Regexp(`^import\s+type\b[^'";]*from\s*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?`)

// dropImports takes out what only imports types, and refuses the rest.
func dropImports(text string, body []byte, imports []word) *Problem {
	for _, w := range imports {
		if m := typeImport().FindIndex(body[w.at:]); m != nil {
			blank(body[w.at : w.at+m[1]])
			continue
		}
		if w.text == "require" {
			continue // it may be a function of the program; if not, calling it says what to do
		}
		if p := otherLanguage(text, string(body)); p != nil {
			return p
		}
		return problemAt(text, w.at, "a program cannot import modules",
			"everything it can use is a global variable: tools, console, URL, Intl, crypto and so on; leave the import out")
	}
	return nil
}

var (
	exportedName  = lazy.Regexp(`^export\s+default\s+(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)`)
	exportedClass = lazy.Regexp(`^export\s+default\s+(?:abstract\s+)?class\b`)
	exportedValue = lazy.Regexp(`^export default\s`)
	exportedAs    = lazy.Regexp(`^export\s*\{\s*([A-Za-z_$][\w$]*)\s+as\s+default\s*,?\s*\}`)
	exportNothing = lazy.Regexp(`^export(?:\s*\{\s*\}|\s+type\s*\{[^{}]*\}(?:\s*from\s*(?:"[^"\n]*"|'[^'\n]*'))?)`) // which makes a file a module
	exportWord    = lazy.Regexp(`^export\s+(?:const|let|var|function|async|class|abstract|enum|interface|type|declare)\b`)
)

// dropExports takes out the words that export declarations, and finds the default export.
func dropExports(text string, body []byte, exports []word) (entry string, _ *Problem) {
	for _, w := range exports {
		rest := body[w.at:]
		switch m := exportedName().FindSubmatch(rest); {
		case m != nil:
			entry = string(m[1])
			blank(rest[:bytes.Index(rest, []byte("default"))+len("default")])
		case exportedAs().Match(rest):
			m = exportedAs().FindSubmatch(rest)
			entry = string(m[1])
			blank(m[0])
		case exportedClass().Match(rest):
			return "", problemAt(text, w.at, "a program cannot export a class", "return the value instead: return { … }")
		case exportedValue().Match(rest):
			entry = defaultName
			copy(rest, defaultLet)
		case exportNothing().Match(rest):
			blank(exportNothing().Find(rest))
		case exportWord().Match(rest):
			blank(rest[:len("export")])
		default:
			return "", problemAt(text, w.at, "a program cannot export names", "return the value instead: return { … }")
		}
	}
	return entry, nil
}

// maxNamespaces is how many namespaces a program can have. Each is compiled by itself.
const maxNamespaces = 50

// hoistNamespaces takes the namespaces of TypeScript out of a body, since they cannot stand in a function, and gives them
// as one line of JavaScript to be put before it. A namespace sees the declarations of the body, and is there before them.
func hoistNamespaces(text, body string, out *outline) (rest, lead string, _ *Problem) {
	if len(out.namespaces) == 0 {
		return body, "", nil
	}
	blanked := []byte(body)
	var all strings.Builder
	for n, w := range out.namespaces {
		end := out.blockAfter(w.at)
		result := api.Transform(body[w.at:end], api.TransformOptions{
			Loader: api.LoaderTS, Target: api.ESNext, Supported: lowered, MinifyWhitespace: true, LogLevel: api.LogLevelSilent,
		})
		code := strings.TrimRight(string(result.Code), "\n")
		if len(result.Errors) > 0 || strings.Contains(code, "\n") || n == maxNamespaces {
			return "", "", problemAt(text, w.at, "this namespace cannot be compiled",
				"write an object instead: const name = { … }")
		}
		all.WriteString(code)
		blank(blanked[w.at:end])
	}
	return string(blanked), all.String(), nil
}

// blockAfter is where the first block in braces after an offset of the top level ends; the offset itself if there is none.
func (o *outline) blockAfter(at int) int {
	for _, block := range o.blocks {
		if block[0] > at {
			return block[1]
		}
	}
	return at
}
