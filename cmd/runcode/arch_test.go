package main_test

import (
	"encoding/json"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const module = "github.com/runcode-dev/runcode/"

// mayImport says which of our packages a package may import. A package stands for those below it too, unless they are
// listed themselves, and may always import those.
var mayImport = map[string]struct {
	packages []string
	why      string
}{
	"registry":    {nil, "what tools exist is known without knowing what is done with them"},
	"interp":      {nil, "an engine knows named functions, never tools"},
	"gate":        {[]string{"registry"}, "whether a call may run does not depend on when or for whom it runs"},
	"sdkgen":      {[]string{"registry"}, "the author's view is made of tools alone"},
	"scheduler":   {[]string{"gate", "registry"}, "order does not depend on programs"},
	"bridge":      {[]string{"interp", "scheduler", "sdkgen", "gate", "registry"}, "the bridge knows no terminal and no settings"},
	"cmd/runcode": {[]string{"bridge", "interp", "scheduler", "sdkgen", "gate", "registry"}, "the top layer"},
	"examples":    {[]string{"bridge", "interp", "scheduler", "sdkgen", "gate", "registry"}, "what a user may import"},
}

// onlyIn says where alone a dependency may be imported.
var onlyIn = map[string][]string{
	"github.com/dop251/goja":                 {"interp"},
	"github.com/evanw/esbuild":               {"interp", "sdkgen_test"},
	"github.com/traefik/yaegi":               {"interp/golang", "registry/gotool"},
	"github.com/santhosh-tekuri/jsonschema":  {"registry/schema"},
	"github.com/modelcontextprotocol/go-sdk": {"registry/mcpclient", "bridge/mcpserver"},
	"github.com/alecthomas/kong":             {"cmd/runcode"},
	"golang.org/x/term":                      {"cmd/runcode"},
}

// pkg is what `go list -json` says of a package.
type pkg struct {
	ImportPath, Dir, Name              string
	GoFiles, TestGoFiles, XTestGoFiles []string
	Imports, TestImports, XTestImports []string
}

func packages(t *testing.T) []pkg {
	t.Helper()
	cmd := exec.Command("go", "list", "-json", module+"...")
	out, err := cmd.Output()
	if err != nil {
		if exit, ok := errors.AsType[*exec.ExitError](err); ok {
			t.Fatalf("go list: %s", exit.Stderr)
		}
		t.Fatal(err)
	}
	var all []pkg
	for dec := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p pkg
		if err := dec.Decode(&p); errors.Is(err, io.EOF) {
			return all
		} else if err != nil {
			t.Fatal(err)
		}
		all = append(all, p)
	}
}

// under reports whether a package is another one, or below it.
func under(p, top string) bool { return p == top || strings.HasPrefix(p, top+"/") }

func TestLayers(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		top := ""
		for candidate := range mayImport {
			if under(name, candidate) && len(candidate) > len(top) {
				top = candidate
			}
		}
		if top == "" {
			t.Errorf("%s has no place in the table of layers; give it one", name)
			continue
		}
		rule := mayImport[top]
		for _, imported := range p.Imports {
			other, ours := strings.CutPrefix(imported, module)
			if !ours || under(other, top) || slices.ContainsFunc(rule.packages, func(a string) bool { return under(other, a) }) {
				continue
			}
			t.Errorf("%s imports %s: %s", name, other, rule.why)
		}
		for dependency, places := range onlyIn {
			allowed := slices.ContainsFunc(places, func(place string) bool { return under(name, place) })
			if !allowed && slices.ContainsFunc(p.Imports, func(i string) bool { return strings.HasPrefix(i, dependency) }) {
				t.Errorf("%s imports %s, which belongs to %v only", name, dependency, places)
			}
		}
	}
}

// Habits that a reader relies on: one comment for each package, and no hidden state or side doors.
func TestHabits(t *testing.T) {
	for _, p := range packages(t) {
		name := strings.TrimPrefix(p.ImportPath, module)
		comments := 0
		for _, file := range p.GoFiles {
			f := parse(t, filepath.Join(p.Dir, file))
			if f.Doc != nil {
				comments++
			}
			checkFile(t, name, f)
		}
		if len(p.GoFiles) > 0 && comments != 1 {
			t.Errorf("%s has %d package comments, want one", name, comments)
		}
		for _, file := range append(p.TestGoFiles, p.XTestGoFiles...) {
			checkSleeps(t, name+"/"+file, parse(t, filepath.Join(p.Dir, file)))
		}
	}
}

func parse(t *testing.T, path string) *ast.File {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// helpers are packages whose Main is a process of its own, which ends itself.
var helpers = []string{"gate/shell/run", "interp/worker"}

// checkFile looks for init functions and, outside cmd, for the process's own state.
func checkFile(t *testing.T, name string, f *ast.File) {
	t.Helper()
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "init" && fn.Recv == nil {
			t.Errorf("%s has an init function", name)
		}
	}
	if under(name, "cmd/runcode") || under(name, "examples") {
		return
	}
	for _, forbidden := range []string{"fmt.Print", "fmt.Println", "fmt.Printf", "os.Exit", "os.Getenv", "log.Fatal"} {
		if forbidden == "os.Exit" && slices.ContainsFunc(helpers, func(h string) bool { return under(name, h) }) {
			continue
		}
		if calls(f, forbidden) {
			t.Errorf("%s calls %s; only cmd/runcode may", name, forbidden)
		}
	}
}

// checkSleeps allows time.Sleep only in tests whose time is synctest's.
func checkSleeps(t *testing.T, name string, f *ast.File) {
	t.Helper()
	if calls(f, "time.Sleep") && !slices.ContainsFunc(f.Imports, func(i *ast.ImportSpec) bool {
		path, _ := strconv.Unquote(i.Path.Value)
		return path == "testing/synctest"
	}) {
		t.Errorf("%s sleeps in real time", name)
	}
}

func calls(f *ast.File, qualified string) bool {
	pkgName, fn, _ := strings.Cut(qualified, ".")
	found := false
	ast.Inspect(f, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok && s.Sel.Name == fn {
			if id, ok := s.X.(*ast.Ident); ok && id.Name == pkgName && id.Obj == nil {
				found = true
			}
		}
		return !found
	})
	return found
}
