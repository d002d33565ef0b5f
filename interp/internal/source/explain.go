package source

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/evanw/esbuild/pkg/api"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
)

const writeBody = "write the body of an async function in JavaScript or TypeScript"

// explain turns esbuild's first complaint into a problem of the program as it was written, with the likely cause where
// there is one that models are known for.
func explain(text, body string, lead int, out *outline, message api.Message) *Problem {
	for _, recognise := range []func(text, body string) *Problem{notText, sentAsJSON, otherLanguage} {
		if p := recognise(text, body); p != nil {
			return p
		}
	}
	p := &Problem{Message: lowerFirst(message.Text)}
	if message.Location == nil {
		return p
	}
	lines := splitLines(text)
	at := message.Location
	before := at.LineText[:min(at.Column, len(at.LineText))]
	if at.Line > len(lines) {
		return unfinished(text, out)
	}
	p.Line, p.Column, p.Source = at.Line, utf8.RuneCountInString(before)+1, lineOf(lines, at.Line)
	if at.Line == 1 {
		p.Column = max(p.Column-lead, 1)
	}
	switch rest := at.LineText[len(before):]; {
	case comprehension().MatchString(rest) && strings.HasPrefix(p.Message, "expected"):
		p.Message = "this looks like a comprehension of Python; programs are JavaScript or TypeScript"
		p.Hint = "write items.filter(x => …).map(x => …)"
	case curly().MatchString(rest):
		p.Hint = `write straight quotes: " or '`
	case strings.HasPrefix(strings.TrimSpace(body), "{"):
		p.Hint = "to give an object, write return { … }"
	case at.Suggestion != "" && !strings.HasPrefix(p.Message, "expected "+strconv.Quote(at.Suggestion)):
		p.Hint = "write " + at.Suggestion
	}
	return p
}

// unfinished is the problem of a program that ends too early.
func unfinished(text string, out *outline) *Problem {
	if out.extra >= 0 {
		return surplus(text, out)
	}
	if out.unclosed < 0 {
		return problemAt(text, len(text), "unexpected end of the program", "")
	}
	_, size := utf8.DecodeRuneInString(text[out.unclosed:])
	mark := text[out.unclosed : out.unclosed+size]
	if strings.HasPrefix(text[out.unclosed:], "${") {
		mark = "${"
	}
	return problemAt(text, out.unclosed, "unexpected end of the program: this "+mark+" is never closed", "")
}

// surplus is the problem of a program that closes a bracket which it has not opened.
func surplus(text string, out *outline) *Problem {
	at := max(out.extra, 0)
	return problemAt(text, at, `unexpected "`+text[at:min(at+1, len(text))]+`"`, "a bracket is closed that was not opened")
}

var curly = lazy.Regexp(`^[“”„‘’‚«»]`)

// comprehension is what follows the element in a comprehension of Python.
var comprehension = lazy.Regexp(`^for\s+[\w\s,()]+\s+in\b`)

// notUTF8 is the problem of a text that would not be the same once it is decoded.
func notUTF8(text string) *Problem {
	if utf8.ValidString(text) {
		return nil
	}
	if problem := utf16Text(text); problem != nil {
		return problem
	}
	at := 0
	for r, size := utf8.DecodeRuneInString(text); r != utf8.RuneError || size != 1; r, size = utf8.DecodeRuneInString(text[at:]) {
		at += size
	}
	return problemAt(text[:at]+strings.ToValidUTF8(text[at:], "\ufffd"), at,
		fmt.Sprintf("the program is not text in UTF-8: it holds the byte 0x%02x", text[at]), "save or send it as UTF-8")
}

func utf16Text(text string) *Problem {
	if strings.Count(text, "\x00") <= len(text)/3 {
		return nil
	}
	return &Problem{Message: "the program is not text in UTF-8; it looks like UTF-16", Hint: "save or send it as UTF-8"}
}

// notText recognises a program that is not text.
func notText(text, _ string) *Problem {
	nul := strings.IndexByte(text, 0)
	if nul < 0 {
		return nil
	}
	if problem := utf16Text(text); problem != nil {
		return problem
	}
	return problemAt(text, nul, "the program holds a NUL character", `leave it out; in a string, write \0`)
}

// sentAsJSON recognises the arguments of the call that carries a program, in the place of the program.
func sentAsJSON(text, body string) *Problem {
	var members map[string]any
	if json.Unmarshal([]byte(body), &members) != nil {
		return nil
	}
	for _, name := range []string{"code", "program", "script", "source"} {
		if _, ok := members[name].(string); ok {
			return problemAt(text, strings.Index(text, "{"), "this is JSON that holds a program, not the program",
				"send the text of its member "+strconv.Quote(name)+" alone")
		}
	}
	return nil
}

var (
	shellLine  = lazy.Regexp(`^(?:\$ +\S|#!.*/(?:ba|z|da)?sh\b|(?:sudo +)?(?:ls|cd|cat|grep|rg|find|git|npm|npx|pnpm|yarn|node|go|cargo|make|pip3?|python3?|curl|wget|mkdir|rm|cp|mv|touch|echo|sed|awk|head|tail|chmod|docker|kubectl|pwd|which|bash|sh|export|apt(?:-get)?|brew)(?: +[^=({.;:+*/?]|$)|for +\w+ +in\b[^{]*$|(?:while|until) [^({]*; *do\b|if +\[.*\] *; *then\b)`)
	pythonLine = lazy.Regexp(`^(?:def +\w+\(.*\).*:|class +\w+(?:\(.*\))?:|(?:if|elif|for|while|with|try|else|except)\b[^{]*:\s*(?:#.*)?$|from +[\w.]+ +import +|import +[\w.]+(?: +as +\w+)?\s*$|print +\S|async +def +)`)
)

// otherLanguage recognises a shell command or a Python program. It is asked only about text that is not a program.
func otherLanguage(text, body string) *Problem {
	for n, line := range splitLines(body) {
		trimmed := strings.TrimSpace(line)
		if trimmed == "" || strings.HasPrefix(trimmed, "#") && !strings.HasPrefix(trimmed, "#!") {
			continue
		}
		p := &Problem{Line: n + 1, Column: 1, Source: lineOf(splitLines(text), n+1)}
		switch {
		case pythonLine().MatchString(trimmed):
			p.Message = "this looks like Python; programs are JavaScript or TypeScript"
			p.Hint = writeBody
		case shellLine().MatchString(trimmed):
			p.Message = "this looks like a shell command; programs are JavaScript or TypeScript"
			p.Hint = "call a tool that runs commands, such as await tools.bash({ command: " + quote(strings.TrimSpace(body)) + " })"
		default:
			return nil
		}
		return p
	}
	return nil
}

// LooksLikeShell reports whether a program that is valid by accident, such as `ls -la`, is a shell command.
func LooksLikeShell(text string) bool { return shellLine().MatchString(strings.TrimSpace(text)) }

func quote(s string) string {
	const most = 200
	if len(s) > most {
		s = strings.ToValidUTF8(s[:most], "") + "…"
	}
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\r", `\r`).Replace(s) + `"`
}

func lowerFirst(s string) string {
	r, size := utf8.DecodeRuneInString(s)
	if 'A' <= r && r <= 'Z' {
		return strings.ToLower(s[:size]) + s[size:]
	}
	return s
}
