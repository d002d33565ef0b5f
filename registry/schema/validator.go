package schema

import (
	"errors"
	"fmt"
	"strings"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// Bounds of one validation by the full validator.
const (
	maxChecked = 1000    // levels of nesting: its errors hold whole paths
	baseSteps  = 100_000 // schemas applied, beside some for each byte of the document
	byteSteps  = 4
	maxEnum    = 1 << 30 // comparisons with the values of the longest enum
)

// location is the name by which the validator knows the document. Nothing is read from there.
const location = "https://schema.invalid/"

// validator holds documents against everything in JSON Schema, by santhosh-tekuri/jsonschema. Any goroutine may use it;
// one document is checked at a time, so that the steps of each can be counted.
type validator struct {
	compiled *jsonschema.Schema
	nodes    map[string]*Node
	longest  int // values in the longest enum

	mu    sync.Mutex
	steps int // left for the document at hand
}

// newValidator compiles a graph of nodes. It takes about a millisecond for an ordinary schema.
func newValidator(root *Node) (v *validator, err error) {
	defer func() {
		if r := recover(); r != nil {
			v, err = nil, fmt.Errorf("compiling: %v", r)
		}
	}()
	doc, nodes := emit(root)
	v = &validator{nodes: nodes}
	for _, n := range nodes {
		if k := n.find("enum"); k != nil {
			v.longest = max(v.longest, len(k.value.elems))
		}
	}
	c := jsonschema.NewCompiler()
	c.UseLoader(denied{})
	c.DefaultDraft(jsonschema.Draft2020)
	c.AssertFormat()
	c.RegisterFormat(&jsonschema.Format{Name: tickFormat, Validate: v.tick})
	c.UseRegexpEngine(func(text string) (jsonschema.Regexp, error) { return compilePattern(text) })
	if err := c.AddResource(location, doc); err != nil {
		return nil, err
	}
	v.compiled, err = c.Compile(location)
	return v, err
}

// denied refuses to load schemas, so that none is ever read from a file or the network.
type denied struct{}

func (denied) Load(url string) (any, error) {
	return nil, errors.New("no schema is read from outside")
}

// tick counts one step, and more for a large value. It panics with an abort when there are too many.
func (v *validator) tick(x any) error {
	const perStep = 16 // members of an object or array that cost about one step
	cost := 1
	switch x := x.(type) {
	case map[string]any:
		cost += len(x) / perStep
	case []any:
		cost += len(x) / perStep
	}
	if v.steps -= cost; v.steps < 0 {
		panic(abort{"schema and value together take too many steps"})
	}
	return nil
}

// validate gives the validator's tree of errors; nil if the document fits. The error is why it could not be told.
func (v *validator) validate(doc *value) (invalid *jsonschema.ValidationError, err error) {
	switch n := len(doc.raw); {
	case doc.depth > maxChecked:
		return nil, fmt.Errorf("it is nested deeper than %d levels", maxChecked)
	case v.longest > 0 && n/2 > maxEnum/v.longest:
		return nil, errors.New("it is too large for an enum with so many values")
	}
	if x := huge(doc); x != nil {
		return nil, fmt.Errorf("a number has too many digits: %s", shown(x))
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	v.steps = baseSteps + byteSteps*len(doc.raw)
	defer func() {
		switch r := recover().(type) {
		case nil:
		case abort:
			invalid, err = nil, errors.New(r.reason)
		default:
			invalid, err = nil, errors.New("the validator gave up")
		}
	}()
	if e := v.compiled.Validate(doc.plain()); e != nil && !errors.As(e, &invalid) {
		return nil, errors.New("the validator gave up")
	}
	return invalid, nil
}

// node is the one that an error of the validator is about; nil if it is none of ours.
func (v *validator) node(schemaURL string) *Node {
	_, place, _ := strings.Cut(schemaURL, "#")
	return v.nodes[place]
}
