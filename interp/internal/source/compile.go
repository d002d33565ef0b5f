package source

import (
	"fmt"
	"strings"

	"github.com/dop251/goja"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
)

// Compile makes code of a program of at most maxBytes bytes (0: any number). It does not run anything. Any goroutine may
// call it.
func Compile(text string, maxBytes int) (*Program, *Problem) {
	if maxBytes > 0 && len(text) > maxBytes {
		return nil, &Problem{
			Kind: Limit, Limit: "source",
			Message: fmt.Sprintf("the program has %d bytes; at most %d are allowed", len(text), maxBytes),
			Hint:    "read large data with a tool instead of writing it into the program",
		}
	}
	body, entry, problem := extract(text)
	if problem != nil {
		return nil, problem
	}
	out := scan(body)
	if out.tooDeep >= 0 {
		problem := problemAt(text, out.tooDeep, "the program is nested too deeply here",
			"split the expression, or read the data with a tool instead of writing it into the program")
		problem.Kind = Limit
		return nil, problem
	}
	code, problem := transform(text, body, out)
	if problem != nil {
		return nil, problem
	}
	return assemble(text, code, entry, out)
}

// transform wraps a body, erases its types and lowers what the machine lacks. text is the program as it was written, of
// which body has the same lines and columns.
func transform(text, body string, out *outline) (string, *Problem) {
	result := api.Transform(prefix+body+suffix, api.TransformOptions{
		Loader:     api.LoaderTS,
		Target:     api.ESNext,
		Supported:  lowered,
		Sourcefile: FileName,
		Sourcemap:  api.SourceMapInline, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, LogLimit: 1,
	})
	if len(result.Errors) > 0 {
		return "", explain(text, body, out, result.Errors[0])
	}
	return string(result.Code), nil
}

// lowered lists the syntax that the machine does not have. Everything else stays as it is. The regular expressions become
// constructor calls, so that one that is wrong is an error of its own place instead of the whole program's.
var lowered = map[string]bool{
	"async-generator": false, "for-await": false, "using": false, "decorators": false, "import-meta": false,
	"regexp-match-indices": false, "regexp-set-notation": false, "regexp-unicode-property-escapes": false,
}

// assemble compiles transformed text.
func assemble(text, code, entry string, out *outline) (*Program, *Problem) {
	p := &Program{Text: code, lines: strings.Split(text, "\n")}
	tree, err := goja.Parse(FileName, code)
	if err != nil {
		return nil, machineProblem(p, err)
	}
	body := wrapperBody(tree)
	if body == nil {
		return nil, problemAt(text, max(out.extra, 0), `unexpected "}"`, "a bracket is closed that was not opened")
	}
	p.Returns = giveValue(body, entry)
	p.Code, err = goja.CompileAST(tree, false)
	if err != nil {
		return nil, machineProblem(p, err)
	}
	return p, nil
}

// machineProblem is a complaint of the machine's own parser or compiler about text that esbuild has accepted.
func machineProblem(p *Program, err error) *Problem {
	problem := &Problem{Message: err.Error()}
	if list, ok := err.(parser.ErrorList); ok && len(list) > 0 {
		problem.Message = list[0].Message
		if line, column, ok := p.Position(list[0].Position); ok {
			problem.Line, problem.Column, problem.Source = line, column, p.Line(line)
		}
	} else if c, ok := err.(*goja.CompilerSyntaxError); ok {
		problem.Message = c.Message
		if c.File != nil {
			if line, column, ok := p.Position(c.File.Position(c.Offset)); ok {
				problem.Line, problem.Column, problem.Source = line, column, p.Line(line)
			}
		}
	}
	return problem
}
