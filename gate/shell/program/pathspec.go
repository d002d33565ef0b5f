package program

import (
	"path"
	"regexp"
	"strings"
	"sync"
)

// checkPathspecs returns why the operands of a git command that prints what is in files may stand for a file with secrets.
// git compares patterns by itself: "*" there hits names with a dot in front, and "/".
func checkPathspecs(name string, l *line) string {
	operands := l.operands
	switch name {
	case "grep":
		if !l.givesText() && len(operands) > 0 {
			operands = operands[1:]
		}
	case "log", "show", "whatchanged", "diff", "reflog", "blame":
	default:
		return ""
	}
	for _, w := range operands {
		if w.Kind == Literal && secretPathspec(w.Text) {
			return "the pattern " + quote(w.Text) + " may stand for a secret file"
		}
	}
	return ""
}

// secretPathspec reports whether git may take a word for a pattern that hits a secret: it has magic, or a wildcard and does
// not end as the names of source texts do. What leaves files out is harmless.
func secretPathspec(word string) bool {
	for _, exclude := range []string{":!", ":^", ":(exclude)"} {
		if strings.HasPrefix(word, exclude) {
			return false
		}
	}
	if strings.HasPrefix(word, ":(") {
		return true
	}
	i := strings.LastIndexAny(word, `*?[]\`)
	return i >= 0 && !sourceText(path.Ext(word[i+1:]))
}

// sourceText reports whether an extension is one that files with secrets do not have.
func sourceText(ext string) bool {
	switch ext {
	case ".go", ".mod", ".sum", ".js", ".jsx", ".mjs", ".cjs", ".ts", ".tsx", ".vue", ".svelte", ".py", ".rs", ".c", ".h", ".cc", ".cpp",
		".hpp", ".java", ".kt", ".swift", ".rb", ".php", ".cs", ".sh", ".sql", ".proto", ".md", ".txt", ".html", ".css", ".scss":
		return true
	}
	return false
}

// signatures finds the parts of a format for which git runs a program that checks signatures.
var signatures = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`%[-+ ]?G|%\(\*?signature`) })

// checkFormat returns why a format of a git command does more than print.
func checkFormat(l *line) string {
	for _, o := range l.options {
		if (o.name == "format" || o.name == "pretty") && signatures().MatchString(o.value) {
			return "the format " + quote(o.value) + " checks signatures with another program"
		}
		if o.name == "sort" && strings.Contains(o.value, "signature") {
			return "the order " + quote(o.value) + " checks signatures with another program"
		}
	}
	return ""
}
