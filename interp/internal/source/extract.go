package source

import (
	"regexp"
	"strings"

	"github.com/evanw/esbuild/pkg/api"
)

// defaultName is what `export default` becomes. It is as long as those words, so that nothing moves.
const (
	exportDefault = "export default"
	defaultName   = "$default"
	defaultLet    = "let " + defaultName + " ="
)

// extract takes the program out of what surrounds it. What is left out becomes spaces, so that every position stays. entry
// names the variable or function whose value or call is the program's value, if the text says so.
func extract(text string) (body, entry string, problem *Problem) {
	body = text
	if strings.HasPrefix(body, "\ufeff") {
		body = blank(body, 0, len("\ufeff"))
	}
	if strings.HasPrefix(body, "#!") {
		line, _, _ := strings.Cut(body, "\n")
		body = blank(body, 0, len(line))
	}
	body, problem = unfence(body)
	if problem != nil {
		return "", "", problem
	}
	out := scan(body)
	if out.tooDeep >= 0 {
		return body, "", nil // the caller says so
	}
	if len(out.imports) > 0 {
		body, problem = dropImports(text, body, out.imports)
		if problem != nil {
			return "", "", problem
		}
	}
	body, entry, problem = dropExports(text, body, out.exports)
	return body, entry, problem
}

// blank replaces a part of a text by as many spaces, keeping its line ends.
func blank(text string, from, to int) string {
	gap := []byte(text[from:to])
	for i, c := range gap {
		if c != '\n' && c != '\r' {
			gap[i] = ' '
		}
	}
	return text[:from] + string(gap) + text[to:]
}

var (
	fenceLine   = regexp.MustCompile("(?m)^[ \t]*(```+|~~~+)[ \t]*([A-Za-z0-9_+-]*)[^\n`]*$")
	inlineFence = regexp.MustCompile("^\\s*```+(?:js|javascript|ts|typescript)?[ \t]+([^\n]*?)```+\\s*$")
)

// unfence keeps the fenced parts of a text that has some: those marked as JavaScript, TypeScript or nothing.
func unfence(text string) (string, *Problem) {
	if m := inlineFence.FindStringSubmatchIndex(text); m != nil {
		return blank(blank(text, m[3], len(text)), 0, m[2]), nil
	}
	marks := fenceLine.FindAllStringSubmatchIndex(text, -1)
	if len(marks) == 0 {
		return text, nil
	}
	kept, last, language := "", 0, ""
	found := false
	for i := 0; i < len(marks); i++ {
		start := marks[i]
		language = strings.ToLower(text[start[4]:start[5]])
		end := closingFence(text, marks, i)
		to, next := len(text), len(text)
		if end < len(marks) {
			to, next = marks[end][0], marks[end][1]
		}
		kept += blank(text[last:start[1]], 0, start[1]-last)
		if language == "" || programLanguages[language] {
			found = true
			kept += text[start[1]:to]
		} else {
			kept += blank(text[start[1]:to], 0, to-start[1])
		}
		kept += blank(text[to:next], 0, next-to)
		last, i = next, end
	}
	kept += blank(text[last:], 0, len(text)-last)
	if !found {
		return "", problemAt(text, marks[0][0], "the text holds a "+language+" block, not a program",
			"write the body of an async function in JavaScript or TypeScript")
	}
	return kept, nil
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
func dropImports(text, body string, imports []word) (string, *Problem) {
	for _, w := range imports {
		if m := typeImport.FindStringIndex(body[w.at:]); m != nil {
			body = blank(body, w.at, w.at+m[1])
			continue
		}
		if w.text == "require" {
			continue // it may be a function of the program; if not, calling it says what to do
		}
		if p := otherLanguage(text, body); p != nil {
			return "", p
		}
		return "", problemAt(text, w.at, "a program cannot import modules",
			"everything it can use is a global variable: tools, console, URL, Intl, crypto and so on; leave the import out")
	}
	return body, nil
}

var (
	exportedName  = regexp.MustCompile(`^export\s+default\s+(?:async\s+)?function\s*\*?\s*([A-Za-z_$][\w$]*)`)
	exportedClass = regexp.MustCompile(`^export\s+default\s+(?:abstract\s+)?class\b`)
	exportWord    = regexp.MustCompile(`^export\s+(?:default\b|(?:const|let|var|function|async|class|abstract|enum|interface|type|declare)\b)`)
)

// dropExports takes out the words that export declarations, and finds the default export.
func dropExports(text, body string, exports []word) (_, entry string, _ *Problem) {
	for _, w := range exports {
		rest := body[w.at:]
		switch m := exportedName.FindStringSubmatch(rest); {
		case m != nil:
			entry = m[1]
			body = blank(body, w.at, w.at+strings.Index(rest, "default")+len("default"))
		case exportedClass.MatchString(rest):
			return "", "", problemAt(text, w.at, "a program cannot export a class", "return the value instead: return { … }")
		case strings.HasPrefix(rest, exportDefault+" ") || strings.HasPrefix(rest, exportDefault+"\n"):
			entry = defaultName
			body = body[:w.at] + defaultLet + body[w.at+len(exportDefault):]
		case exportWord.MatchString(rest) && !strings.HasPrefix(strings.TrimSpace(rest[len("export"):]), "default"):
			body = blank(body, w.at, w.at+len("export"))
		default:
			return "", "", problemAt(text, w.at, "a program cannot export names",
				"return the value instead: return { … }")
		}
	}
	return body, entry, nil
}

// hoistNamespaces takes the namespaces of TypeScript out of a body, since they cannot stand in a function, and gives them
// as one line of JavaScript to be put before it. A namespace sees the declarations of the body, and is there before them.
func hoistNamespaces(text, body string, out *outline) (rest, lead string, _ *Problem) {
	var all strings.Builder
	rest = body
	for _, w := range out.namespaces {
		for _, block := range out.blocks {
			if block[0] < w.at {
				continue
			}
			result := api.Transform(body[w.at:block[1]], api.TransformOptions{
				Loader: api.LoaderTS, Target: api.ESNext, Supported: lowered, MinifyWhitespace: true, LogLevel: api.LogLevelSilent,
			})
			code := strings.TrimRight(string(result.Code), "\n")
			if len(result.Errors) > 0 || strings.Contains(code, "\n") {
				return "", "", problemAt(text, w.at, "this namespace cannot be compiled",
					"write an object instead: const name = { … }")
			}
			all.WriteString(code)
			rest = blank(rest, w.at, block[1])
			break
		}
	}
	return rest, all.String(), nil
}
