package source

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// `export default` becomes defaultLet, which is as long, so that nothing moves.
const (
	defaultName = "$default"
	defaultLet  = "let " + defaultName + " ="
)

// extract takes the program out of what surrounds it. What is left out becomes spaces, so that every position stays. entry
// names the variable or function whose value or call is the program's value, if the text says so.
func extract(text string) (body, entry string, problem *Problem) {
	rest := []byte(text)
	if strings.HasPrefix(text, "\ufeff") {
		blank(rest[:len("\ufeff")])
	}
	blankShebang(rest)
	if problem = unfence(text, rest); problem != nil {
		return "", "", problem
	}
	blankShebang(rest) // which may have stood inside the fence
	out := scan(string(rest))
	if out.tooDeep >= 0 {
		return string(rest), "", nil // the caller says so
	}
	if problem = dropImports(text, rest, out.imports); problem != nil {
		return "", "", problem
	}
	entry, problem = dropExports(text, rest, out.exports)
	return string(rest), entry, problem
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
	fenceLine   = regexp.MustCompile("(?m)^[ \t]*(```+|~~~+)[ \t]*([A-Za-z0-9_+-]*)[^\n`]*$")
	inlineFence = regexp.MustCompile("^\\s*```+(?:js|javascript|ts|typescript)?[ \t]+([^\n]*?)```+\\s*$")
)

// unfence blanks what is not in the fenced parts of a text that has some: those marked as JavaScript, TypeScript or nothing.
func unfence(text string, body []byte) *Problem {
	if m := inlineFence.FindStringSubmatchIndex(text); m != nil {
		blank(body[:m[2]])
		blank(body[m[3]:])
		return nil
	}
	marks := fenceLine.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 {
		return nil
	}
	last, language, found := 0, "", false
	for i := 0; i < len(marks); i++ {
		start := marks[i]
		end := closingFence(text, marks, i)
		from, to, next := start[1], len(text), len(text)
		if end < len(marks) {
			to, next = marks[end][0], marks[end][1]
		}
		language = strings.ToLower(text[start[4]:start[5]])
		blank(body[last:from])
		if language == "" || programLanguages[language] {
			found = true
		} else {
			blank(body[from:to])
		}
		blank(body[to:next])
		last, i = next, end
	}
	blank(body[last:])
	if !found {
		return problemAt(text, marks[0][0], "the text holds a "+language+" block, not a program", writeBody)
	}
	return nil
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

var typeImport = regexp.MustCompile(`^import\s+type\b[^'";]*from\s*(?:"[^"\n]*"|'[^'\n]*')[ \t]*;?`)

// dropImports takes out what only imports types, and refuses the rest.
func dropImports(text string, body []byte, imports []word) *Problem {
	for _, w := range imports {
		if m := typeImport.FindIndex(body[w.at:]); m != nil {
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
	exportedName  = regexp.MustCompile(`^export\s+default\s+(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)`)
	exportedClass = regexp.MustCompile(`^export\s+default\s+(?:abstract\s+)?class\b`)
	exportedValue = regexp.MustCompile(`^export default\s`)
	exportWord    = regexp.MustCompile(`^export\s+(?:const|let|var|function|async|class|abstract|enum|interface|type|declare)\b`)
)

// dropExports takes out the words that export declarations, and finds the default export.
func dropExports(text string, body []byte, exports []word) (entry string, _ *Problem) {
	for _, w := range exports {
		rest := body[w.at:]
		switch m := exportedName.FindSubmatch(rest); {
		case m != nil:
			entry = string(m[1])
			blank(rest[:bytes.Index(rest, []byte("default"))+len("default")])
		case exportedClass.Match(rest):
			return "", problemAt(text, w.at, "a program cannot export a class", "return the value instead: return { … }")
		case exportedValue.Match(rest):
			entry = defaultName
			copy(rest, defaultLet)
		case exportWord.Match(rest):
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
