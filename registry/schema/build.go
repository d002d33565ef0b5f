package schema

import (
	"fmt"
	"slices"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// maxNodes is how many schemas one schema may hold: the validator's compile time grows with its square.
const maxNodes = 20_000

// builder makes the graph of nodes of a schema. It reads node after node from a list, so that neither depth nor cycles
// matter.
//
// What is wrong with a schema is an error if it was written here. If it was written by others, it becomes a warning, and
// the keyword at fault restricts nothing.
type builder struct {
	strict    bool
	draft     draft
	nodes     []*Node // in the order in which they are read
	index     map[*jsontext.Value]*Node
	refs      []*Node // with a reference to resolve
	patterns  int     // their sizes in all
	resources []*resource
	problems  problems
}

// build makes the graph of a parsed schema. The error is about the schema as a whole.
func build(root *jsontext.Value, strict bool) (*builder, *Node, error) {
	b := &builder{strict: strict, draft: draft2020, index: make(map[*jsontext.Value]*Node)}
	if root.Kind != jsontext.Object && root.Kind != jsontext.Boolean {
		return nil, nil, b.whole("must be an object or a boolean (got %s)", root.Kind.Names()[0])
	}
	b.chooseDraft(root)
	base := &resource{root: root, anchors: make(map[string]*jsontext.Value)}
	b.resources = append(b.resources, base)
	n := b.add(root, nil, rootName, base)
	if err := b.readAll(); err != nil {
		return nil, nil, err
	}
	if err := b.breakCycles(); err != nil {
		return nil, nil, err
	}
	if strict {
		b.lint()
	} else {
		b.settleLoose()
	}
	return b, n, nil
}

// readAll reads the nodes, and those that are found on the way.
func (b *builder) readAll() error {
	for i := 0; i < len(b.nodes); i++ {
		if len(b.nodes) > maxNodes {
			return b.whole("holds more than %d schemas", maxNodes)
		}
		b.read(b.nodes[i])
		if i == len(b.nodes)-1 {
			b.resolveRefs() // may find schemas in odd places
		}
	}
	return nil
}

// rootName begins the paths in a schema.
const rootName = "schema"

// whole is an error about the schema as a whole.
func (b *builder) whole(format string, args ...any) error {
	return &Error{Violations: []Violation{{Path: rootName, Message: fmt.Sprintf(format, args...)}}}
}

// fault records that something is wrong with a keyword of n, or with n itself if name is empty. remedy tells what is made
// of it in a schema written by others.
func (b *builder) fault(n *Node, name, message, remedy string) {
	at := n.source
	if v := at.Get(name); v != nil {
		at = v
	}
	b.problems.add(problem{node: n, name: name, offset: at.Offset, message: message, remedy: remedy})
}

// passOver records a fault of a keyword that restricts nothing in consequence.
func (b *builder) passOver(n *Node, name, format string, args ...any) {
	if r, known := rules[name]; known && r.role == enforced {
		n.loose = true
	}
	b.fault(n, name, fmt.Sprintf(format, args...), "passed over")
}

// chooseDraft reads $schema.
func (b *builder) chooseDraft(root *jsontext.Value) {
	v := root.Get("$schema")
	if v == nil || v.Kind != jsontext.String {
		return
	}
	uri := strings.TrimSuffix(v.Text, "#")
	uri = strings.TrimPrefix(strings.TrimPrefix(uri, "http://"), "https://")
	if d, ok := drafts[uri]; ok {
		b.draft = d
		return
	}
	b.problems.add(problem{path: rootName, name: "$schema", offset: v.Offset, message: "unknown dialect " + jsontext.Cut(jsontext.Quote(v.Text)),
		remedy: "read as draft 2020-12"})
}

// add gives the node of a schema, made if it is new.
func (b *builder) add(v *jsontext.Value, up *Node, step string, base *resource) *Node {
	if n, ok := b.index[v]; ok {
		return n
	}
	n := &Node{up: up, step: step, source: v, base: base}
	if up != nil {
		n.depth = up.depth + 1
	}
	b.index[v] = n
	b.nodes = append(b.nodes, n)
	return n
}

// child is the node of a schema inside a keyword of n.
func (b *builder) child(n *Node, step string, v *jsontext.Value) *Node {
	return b.add(v, n, step, n.base)
}

// read fills in the keywords of a node.
func (b *builder) read(n *Node) {
	switch n.source.Kind {
	case jsontext.Boolean:
		n.never = !n.source.IsTrue()
		return
	case jsontext.Object:
	default:
		b.fault(n, "", "must be a schema, that is an object or a boolean (got "+n.source.Kind.Names()[0]+")", "read as true")
		n.loose = true
		return
	}
	ref := n.source.Get("$ref")
	alone := b.draft <= draft7 && ref != nil && ref.Kind == jsontext.String
	if !alone {
		b.identify(n)
	}
	for _, m := range n.source.Members {
		if r := rules[m.Name]; alone && m.Name != "$ref" && r.role == enforced {
			b.fault(n, m.Name, "has no effect beside $ref in this draft", "passed over")
			continue
		}
		b.readKeyword(n, m.Name, m.Value)
	}
	b.readRepeats(n, "", n.source)
	if !b.strict {
		b.readNullable(n)
	}
}

// readRepeats records the members that an object holds more than once: a schema, or a keyword of it that maps names to
// schemas.
func (b *builder) readRepeats(n *Node, name string, object *jsontext.Value) {
	for _, m := range object.Members {
		if !m.Repeated {
			continue
		}
		path := n.Path()
		if name != "" {
			path += jsontext.MemberStep(name)
		}
		b.problems.add(problem{path: path, name: m.Name, offset: m.Value.Offset, message: "is given more than once",
			remedy: "the last one counts"})
	}
}

// readKeyword checks one member of a schema and adds what it means to the node.
func (b *builder) readKeyword(n *Node, name string, v *jsontext.Value) {
	r, known := rules[name]
	switch {
	case !b.strict && name == "nullable":
		return // read at the end
	case !known:
		b.unknown(n, name)
	case !r.in(b.draft) && !b.legacy(n, name):
		b.fault(n, name, "unknown keyword in draft "+b.draft.String(), "passed over")
	case name == "$schema" && n.up != nil:
		b.passOver(n, name, "does nothing inside a schema")
	case r.role == unenforced:
		b.passOver(n, name, "is not enforced")
	case r.needs != "" && n.source.Get(r.needs) == nil:
		b.fault(n, name, "does nothing without "+jsontext.Quote(r.needs), "passed over")
	default:
		if !b.readOdd(n, name, v) {
			b.readShape(n, name, r, v)
		}
	}
}

// unknown records a keyword that JSON Schema does not have. Only to who wrote it here can a better one be suggested.
func (b *builder) unknown(n *Node, name string) {
	message := "unknown keyword"
	if b.strict {
		message += suggest(name, keywordNames())
	}
	b.passOver(n, name, "%s", message)
}

func (d draft) String() string {
	switch d {
	case draft2019:
		return "2019-09"
	case draft2020:
		return "2020-12"
	}
	return fmt.Sprintf("%02d", int(d))
}

// keywordNames lists the keywords in alphabetical order.
func keywordNames() []string {
	names := make([]string, 0, len(rules))
	for name := range rules {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}
