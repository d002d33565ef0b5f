package schema

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// Bounds of one validation by the full validator. The first two are counts of schemas applied to values.
const (
	explainSteps  = 500_000         // while it keeps every error, at some 500 bytes each
	decideSteps   = 2_000_000       // while it only says yes or no
	explainDepth  = 1_000           // levels of nesting of a value whose errors are kept: they hold whole paths
	maxStack      = 50_000          // schemas that are being applied at one time, at some 2 kB of stack each
	maxComparison = 1 << 30         // comparisons with the values of the longest enum
	patternTime   = 2 * time.Second // spent on patterns that need backtracking
	patternWork   = 1 << 30         // bytes matched by the others, times the size of the pattern
)

// location is the name by which the validator knows the document. Nothing is read from there.
const location = "https://schema.invalid/"

// validator holds documents against everything in JSON Schema, by santhosh-tekuri/jsonschema. Any goroutine may use it;
// one document is checked at a time, so that the steps of each can be counted.
type validator struct {
	schema  *jsonschema.Schema
	refusal *jsonschema.Schema // fits what schema refuses; it makes no errors on the way
	nodes   map[string]*Node   // by place in the schema
	longest int                // values in the longest enum
	height  int                // schemas that apply each other to one value, at most

	mu    sync.Mutex
	steps int           // left for the document at hand
	time  time.Duration // left for its patterns that need backtracking
	work  int64         // left for the others
}

// newValidator compiles a graph of nodes. It takes about 0.1 ms for an ordinary schema.
func newValidator(root *Node) (v *validator, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("compiling: %v", r)
		}
	}()
	e, doc := emit(root)
	v = &validator{nodes: e.nodes}
	for _, n := range e.nodes {
		v.height = max(v.height, n.height)
		if k := n.find("enum"); k != nil {
			v.longest = max(v.longest, len(k.value.Elems))
		}
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(denied{})
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	for x := range e.costs {
		c.RegisterFormat(&jsonschema.Format{Name: x.format(), Validate: v.step(x)})
	}
	c.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) {
		p, err := compilePattern(text)
		return boundPattern{p, v}, err
	})
	if err := c.AddResource(location, doc); err != nil {
		return nil, err
	}
	if v.schema, err = c.Compile(location); err != nil {
		return nil, err
	}
	v.refusal, err = c.Compile(location + "#/$defs/" + refusal)
	return v, err
}

// denied refuses to load schemas, so that none is ever read from a file or the network.
type denied struct{}

func (denied) Load(string) (any, error) {
	return nil, errors.New("no schema is read from outside")
}

// abort ends a validation, as a panic: the validator has no other way out.
type abort struct{ reason error }

var errSteps = errors.New("schema and value together take too many steps")

// step is the function that counts the steps of a schema of cost c. It panics with an abort when there are too many.
func (v *validator) step(c cost) func(any) error {
	const unit = 64 // bytes that are looked at in about one step
	return func(x any) error {
		switch x := x.(type) {
		case map[string]any:
			v.steps -= 1 + c.same + c.inner*len(x)
			for name := range x {
				v.steps -= c.inner * (len(name) / unit)
			}
		case []any:
			v.steps -= 1 + c.same + c.inner*len(x)
		case string:
			v.steps -= 1 + c.same*(1+len(x)/unit)
		default:
			v.steps -= 1 + c.same
		}
		if v.steps < 0 {
			panic(abort{errSteps})
		}
		return nil
	}
}

// boundPattern is a pattern whose matches count against the time that the validator has.
type boundPattern struct {
	*pattern
	validator *validator
}

// String is the expression as it was written.
func (p boundPattern) String() string { return p.text }

// MatchString reports whether the expression matches somewhere in s. It panics with an abort if that cannot be told in
// time: taking it for a mismatch would let values pass a "not".
func (p boundPattern) MatchString(s string) bool {
	v := p.validator
	if p.linear != nil {
		if v.work -= int64(len(s)) * int64(p.size); v.work < 0 {
			panic(p.tooLong())
		}
		return p.linear.MatchString(s)
	}
	start := time.Now()
	ok, err := p.backtracking.MatchString(s)
	if v.time -= time.Since(start); err != nil || v.time < 0 {
		panic(p.tooLong())
	}
	return ok
}

func (p boundPattern) tooLong() abort {
	return abort{errors.New("the pattern " + jsontext.Cut(p.text) + " takes too long")}
}

// validate reports whether a document fits. If it does not, invalid is the validator's tree of errors, or nil if there
// would be too many. The error is why it could not be told.
func (v *validator) validate(doc *jsontext.Value) (fits bool, invalid *jsonschema.ValidationError, err error) {
	switch n := len(doc.Raw); {
	case (doc.Depth+1)*(v.height+1) > maxStack:
		return false, nil, errors.New("schema and value together are nested too deep")
	case v.longest > 0 && n/2 > maxComparison/v.longest:
		return false, nil, errors.New("it is too large for an enum with so many values")
	}
	if x := doc.Huge(); x != nil {
		return false, nil, fmt.Errorf("a number has too many digits: %s", shown(x))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.time, v.work = patternTime, patternWork
	x := doc.Any()
	if doc.Depth <= explainDepth {
		invalid, err = v.run(v.schema, x, explainSteps)
		if !errors.Is(err, errSteps) {
			return invalid == nil && err == nil, invalid, err
		}
	}
	refused, err := v.run(v.refusal, x, decideSteps)
	return refused != nil, nil, err
}

// run holds a value against a compiled schema, within so many steps.
func (v *validator) run(s *jsonschema.Schema, x any, steps int) (invalid *jsonschema.ValidationError, err error) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case abort:
			invalid, err = nil, r.reason
		default:
			invalid, err = nil, errors.New("the validator gave up")
		}
	}()
	v.steps = steps
	if e := s.Validate(x); e != nil && !errors.As(e, &invalid) {
		return nil, errors.New("the validator gave up")
	}
	return invalid, nil
}

// node is the one that an error of the validator is about; nil if it is none of ours.
func (v *validator) node(schemaURL string) *Node {
	_, place, _ := strings.Cut(schemaURL, "#")
	return v.nodes[place]
}
