package schema

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// emitter writes a graph of nodes as a flat document of draft 2020-12 for the full validator. Everything that a
// reference leads to, and every inlineDepth-th level of nesting, becomes an entry of $defs, so that the validator, whose
// work grows with the square of the depth, never sees a deep schema. Nothing but enforced keywords is written, and no
// reference that is not resolved.
type emitter struct {
	numbers map[*Node]int // of nodes that are entries of $defs
	queue   []*Node
	nodes   map[string]*Node // by place in the document, as the validator spells it
	costs   map[cost]bool    // all that occur
}

const inlineDepth = 16

// cost is the work of applying a schema once: how many schemas it applies to the same value, and to each element or
// member of it. It becomes a format of the schema, through which the validator reports each step.
type cost struct{ same, inner int }

func (c cost) format() string { return fmt.Sprintf("step-%d-%d", c.same, c.inner) }

// refusal is the entry of $defs that exactly the values fit which the schema refuses.
const refusal = "refusal"

// emit writes the graph below root.
func emit(root *Node) (*emitter, map[string]any) {
	e := &emitter{numbers: make(map[*Node]int), nodes: make(map[string]*Node), costs: make(map[cost]bool)}
	ref := e.reference(root)
	defs := map[string]any{refusal: map[string]any{"not": ref}}
	for len(e.queue) > 0 {
		n := e.queue[0]
		e.queue = e.queue[1:]
		number := strconv.Itoa(e.numbers[n])
		defs[number] = e.schema(n, []string{"$defs", number})
	}
	return e, map[string]any{"$ref": ref["$ref"], "$defs": defs}
}

// reference refers to the entry of a node, made if it is new.
func (e *emitter) reference(n *Node) map[string]any {
	n = n.alias()
	number, ok := e.numbers[n]
	if !ok {
		number = len(e.numbers)
		e.numbers[n] = number
		e.queue = append(e.queue, n)
	}
	return map[string]any{"$ref": "#/$defs/" + strconv.Itoa(number)}
}

// inner writes a node inside another, or a reference to it.
func (e *emitter) inner(n *Node, at []string, more ...string) any {
	at = append(slices.Clone(at), more...)
	if alias := n.alias(); alias != n || n.shared || len(at) > 2*inlineDepth {
		return e.reference(alias)
	}
	return e.schema(n, at)
}

// schema writes a node at a place of the document.
func (e *emitter) schema(n *Node, at []string) any {
	e.nodes[place(at)] = n
	if n.never {
		return false
	}
	out := make(map[string]any, len(n.keywords)+1)
	for i := range n.keywords {
		k := &n.keywords[i]
		switch {
		case k.name == "$ref":
			out[k.name] = e.reference(k.node)["$ref"]
		case k.name == "propertyNames": // apart, below
		case k.node != nil:
			out[k.name] = e.inner(k.node, at, k.name)
		case k.list != nil:
			out[k.name] = e.list(k, at)
		case k.named != nil:
			out[k.name] = e.named(k, at)
		default:
			out[k.name] = k.plain()
		}
	}
	if names := n.Sub("propertyNames"); names != nil {
		// The validator's error about a name holds a place that it overwrites later. Around it, allOf makes an error with
		// the right one; see explainer.collectAll.
		addToAll(out, "propertyNames", e.reference(names))
	}
	e.addCost(n, out)
	return out
}

// addToAll adds a schema of one keyword to allOf.
func addToAll(out map[string]any, name string, v any) {
	all, _ := out["allOf"].([]any)
	out["allOf"] = append(all, map[string]any{name: v})
}

// addCost gives a schema that applies others its cost as a format; a format of its own moves into allOf.
func (e *emitter) addCost(n *Node, out map[string]any) {
	c := n.cost()
	if c == (cost{}) {
		return
	}
	if format, ok := out["format"]; ok {
		addToAll(out, "format", format)
	}
	out["format"] = c.format()
	e.costs[c] = true
}

func (n *Node) cost() cost {
	c := cost{same: len(n.applied())}
	for i := range n.keywords {
		switch k := &n.keywords[i]; k.name {
		case "items", "contains", "unevaluatedItems", "additionalProperties", "unevaluatedProperties", "propertyNames",
			"prefixItems", "properties":
			c.inner++
		case "patternProperties":
			c.inner += len(k.named)
		}
	}
	return c
}

// list writes an array of schemas. Of equal ones that must all fit, or one of which must, one is enough.
func (e *emitter) list(k *keyword, at []string) []any {
	var list []any
	seen := make(map[*Node]bool)
	for _, n := range k.list {
		if alias := n.alias(); k.name == "allOf" || k.name == "anyOf" {
			if seen[alias] {
				continue
			}
			seen[alias] = true
		}
		list = append(list, e.inner(n, at, k.name, strconv.Itoa(len(list))))
	}
	return list
}

func (e *emitter) named(k *keyword, at []string) map[string]any {
	out := make(map[string]any, len(k.named))
	for _, p := range k.named {
		if p.Schema == nil {
			out[p.Name] = distinct(k.value.Get(p.Name))
			continue
		}
		out[p.Name] = e.inner(p.Schema, at, k.name, p.Name)
	}
	return out
}

// plain is the value of a keyword that holds no schemas.
func (k *keyword) plain() any {
	switch rules[k.name].shape {
	case typeShape:
		names := make([]any, 0, len(k.types.Names()))
		for _, name := range k.types.Names() {
			names = append(names, name)
		}
		return names
	case countShape:
		return json.Number(strconv.Itoa(k.count))
	case namesShape:
		return distinct(k.value)
	case namesMapShape:
		out := make(map[string]any)
		for _, m := range k.value.Members {
			out[m.Name] = distinct(m.Value)
		}
		return out
	}
	return k.value.Any()
}

// distinct are the strings of an array, each once.
func distinct(v *jsontext.Value) []any {
	list := []any{}
	seen := make(map[string]bool)
	for _, s := range v.Strings() {
		if !seen[s] {
			seen[s] = true
			list = append(list, s)
		}
	}
	return list
}

// place is a JSON pointer in a document as the validator spells it in its locations: tokens escaped for pointers and
// then for URLs.
func place(tokens []string) string {
	escape := strings.NewReplacer("~", "~0", "/", "~1")
	var b strings.Builder
	for _, t := range tokens {
		b.WriteByte('/')
		b.WriteString(url.PathEscape(escape.Replace(t)))
	}
	return b.String()
}
