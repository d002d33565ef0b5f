package source

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/dop251/goja"
	"github.com/dop251/goja/file"
	"github.com/dop251/goja/parser"
	"github.com/evanw/esbuild/pkg/api"
	"github.com/go-sourcemap/sourcemap"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/library"
)

// Compile makes code of a program of at most maxBytes bytes (0: any number). Positions call it name, of which only letters,
// digits and ".", "_", "-" are kept. It does not run anything. Any goroutine may call it.
func Compile(name, text string, maxBytes int) (p *Program, problem *Problem) {
	defer func() {
		if recover() != nil {
			p, problem = nil, &Problem{Message: "the compiler broke down on this program", Hint: "write it in a simpler way"}
		}
	}()
	if maxBytes > 0 && len(text) > maxBytes {
		return nil, &Problem{
			Kind: Limit, Limit: "source",
			Message: fmt.Sprintf("the program has %d bytes; at most %d are allowed", len(text), maxBytes),
			Hint:    "read large data with a tool instead of writing it into the program",
		}
	}
	return compile(cleanName(name), text)
}

func compile(name, text string) (*Program, *Problem) {
	if problem := notUTF8(text); problem != nil {
		return nil, problem
	}
	e, problem := extract(text)
	if problem != nil {
		return nil, problem
	}
	out := e.outline
	if out.tooDeep >= 0 {
		problem := problemAt(text, out.tooDeep, "the program is nested too deeply here",
			"split the expression, or read the data with a tool instead of writing it into the program")
		problem.Kind = Limit
		return nil, problem
	}
	code, positions, problem := transform(name, text, e.body, out)
	if problem != nil {
		return nil, problem
	}
	p := &Program{Name: name, Text: code, Needs: library.Needs(code), lines: splitLines(text)}
	if e.note != "" {
		p.Notes = append(p.Notes, e.note)
	}
	if problem := p.assemble(text, e.entry, positions, out); problem != nil {
		return nil, problem
	}
	return p, nil
}

// transform wraps a body, erases its types and lowers what the machine lacks. text is the program as it was written, of
// which body has the same lines and columns.
func transform(name, text, body string, out *outline) (code string, positions *sourcemap.Consumer, _ *Problem) {
	body, lead, problem := hoistNamespaces(text, body, out)
	if problem != nil {
		return "", nil, problem
	}
	lead = prefix + lead
	result := api.Transform(lead+body+suffix, api.TransformOptions{
		Loader:    api.LoaderTS,
		Target:    api.ESNext,
		Supported: lowered,
		Sourcemap: api.SourceMapExternal, SourcesContent: api.SourcesContentExclude,
		LogLevel: api.LogLevelSilent, LogLimit: 1, LogOverride: unheeded,
	})
	if len(result.Errors) > 0 {
		return "", nil, explain(text, body, len(lead), out, result.Errors[0])
	}
	positions, err := mapOf(name, result.Map, len(lead))
	if err != nil {
		return "", nil, &Problem{Message: "the program cannot be compiled: " + err.Error()}
	}
	return mendGenerators(string(result.Code)), positions, nil
}

// What esbuild's helper for async generators does when what it awaited has come: after return(), it returns once more, which
// cuts off what a finally block does after its first await. That is right for yield* only, which v[1] tells.
const (
	generatorHelper = "var __asyncGenerator ="
	returnsAgain    = `resume(k === "return" ? k : "next", v[1] ?`
	goesOn          = `resume(k === "return" && v[1] ? k : "next", v[1] ?`
)

// mendGenerators puts esbuild's helper for async generators right, which stands before the program.
func mendGenerators(code string) string {
	before, helper, ok := strings.Cut(code, generatorHelper)
	if !ok {
		return code
	}
	return before + generatorHelper + strings.Replace(helper, returnsAgain, goesOn, 1)
}

// lowered lists the syntax that the machine does not have. Everything else stays as it is. The regular expressions become
// constructor calls, so that one that is wrong is an error of its own place instead of the whole program's.
var lowered = map[string]bool{
	"async-generator": false, "for-await": false, "using": false, "decorators": false, "import-meta": false,
	"regexp-match-indices": false, "regexp-set-notation": false, "regexp-unicode-property-escapes": false,
	"regexp-sticky-and-unicode-flags": false, // esbuild does not look for \p{…} inside a class
}

// unheeded are warnings that point at two places. Nobody reads them, and finding the places of very many takes long.
var unheeded = map[string]api.LogLevel{
	"assign-to-constant": api.LogLevelSilent, "duplicate-case": api.LogLevelSilent,
	"duplicate-class-member": api.LogLevelSilent, "duplicate-object-key": api.LogLevelSilent,
}

// strict says that programs are in strict mode, as modules and TypeScript are: what would be ignored in silence, such as an
// assignment to `tools`, is an error.
const strict = true

// assemble compiles the transformed text.
func (p *Program) assemble(text, entry string, positions *sourcemap.Consumer, out *outline) *Problem {
	tree, err := goja.Parse(p.Name, p.Text, parser.WithDisableSourceMaps)
	if err != nil {
		return p.refused(err, positions)
	}
	tree.File.SetSourceMap(positions)
	p.mend(tree)
	body := wrapperBody(tree)
	if body == nil {
		return surplus(text, out)
	}
	giveValue(body, entry)
	p.Accumulates = accumulate(tree, p.Text)
	p.Code, err = goja.CompileAST(tree, strict)
	if err != nil {
		return p.machineProblem(err)
	}
	return nil
}

// parserComplaint is the form of what the machine's parser says, with a place in the compiled text.
var parserComplaint = lazy.Regexp(`Line (\d+):(\d+) (.*)`)

// refused is a complaint of the machine's parser about text that esbuild has accepted.
func (p *Program) refused(err error, positions *sourcemap.Consumer) *Problem {
	found := parserComplaint().FindStringSubmatch(err.Error())
	if found == nil {
		return p.machineProblem(err)
	}
	line, _ := strconv.Atoi(found[1]) // digits that the parser has counted
	column, _ := strconv.Atoi(found[2])
	problem := &Problem{Message: lowerFirst(found[3])}
	if problem.Message == "invalid destructuring binding target" {
		problem.Message = "a default inside a list that has a default itself is not supported here: { b: [c = 3] = [] }"
		problem.Hint = "take it apart in two steps: const { b = [] } = o; const [c = 3] = b"
	}
	if _, _, l, c, ok := positions.Source(line, column); ok && l <= len(p.lines) {
		problem.Line, problem.Column, problem.Source = l, c, p.Line(l)
	}
	return problem
}

// machineProblem is a complaint of the machine's own parser or compiler about text that esbuild has accepted.
func (p *Program) machineProblem(err error) *Problem {
	if list, ok := errors.AsType[parser.ErrorList](err); ok && len(list) > 0 {
		return p.problem(list[0].Message, list[0].Position)
	}
	if c, ok := errors.AsType[*goja.CompilerSyntaxError](err); ok && c.File != nil {
		return p.problem(c.Message, c.File.Position(c.Offset))
	}
	return &Problem{Message: lowerFirst(err.Error())}
}

func (p *Program) problem(message string, at file.Position) *Problem {
	problem := &Problem{Message: lowerFirst(message)}
	if line, column, ok := p.Position(at); ok {
		problem.Line, problem.Column, problem.Source = line, column, p.Line(line)
	}
	return problem
}

// cleanName makes a name that positions can be made of, and nothing else.
func cleanName(name string) string {
	if name == "" {
		return "program.ts"
	}
	return strings.Map(func(r rune) rune {
		if r < utf8.RuneSelf && (isWordByte(byte(r)) && r != '$' || r == '.' || r == '-') {
			return r
		}
		return '-'
	}, name)
}
