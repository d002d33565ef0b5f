package schema

import (
	"net/url"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// resource is a part of a schema with an identifier of its own, in which fragments are looked up.
type resource struct {
	uri     string // absolute or not, without fragment; empty: the schema has no $id
	root    *jsontext.Value
	anchors map[string]*jsontext.Value
}

// identify reads the identifiers of a node.
func (b *builder) identify(n *Node) {
	name := "$id"
	if b.draft == draft4 {
		name = "id"
	}
	if id := n.source.Get(name); id != nil && id.Kind == jsontext.String {
		uri, fragment, _ := strings.Cut(id.Text, "#")
		if uri != "" {
			b.enter(n, name, uri)
		}
		if fragment != "" {
			b.anchor(n, name, fragment)
		}
	}
	for _, name := range []string{"$anchor", "$dynamicAnchor"} {
		if v := n.source.Get(name); v != nil && v.Kind == jsontext.String {
			b.anchor(n, name, v.Text)
		}
	}
}

// enter makes a node the root of a resource.
func (b *builder) enter(n *Node, name, id string) {
	uri, ok := against(n.base.uri, id)
	if !ok {
		b.passOver(n, name, "is not a URI reference")
		return
	}
	if r := b.resources[0]; r.root == n.source {
		r.uri = uri
		return
	}
	for _, r := range b.resources {
		if r.uri == uri && r.root != n.source {
			b.passOver(n, name, "is given to more than one schema")
			return
		}
	}
	n.base = &resource{uri: uri, root: n.source, anchors: make(map[string]*jsontext.Value)}
	b.resources = append(b.resources, n.base)
}

func (b *builder) anchor(n *Node, name, anchor string) {
	if other, ok := n.base.anchors[anchor]; ok && other != n.source {
		b.passOver(n, name, "anchor %s is given to more than one schema", jsontext.Cut(jsontext.Quote(anchor)))
		return
	}
	n.base.anchors[anchor] = n.source
}

// against resolves a reference against a base URI.
func against(base, ref string) (string, bool) {
	u, err := url.Parse(ref)
	if err != nil {
		return "", false
	}
	if base == "" {
		return u.String(), true
	}
	from, err := url.Parse(base)
	if err != nil {
		return "", false
	}
	to := from.ResolveReference(u)
	if !u.IsAbs() && from.Opaque != "" { // a fragment of a URN; see https://go.dev/issue/66084
		to.Opaque = from.Opaque
	}
	return to.String(), true
}

// resolveRefs finds what the references read so far refer to.
func (b *builder) resolveRefs() {
	refs := b.refs
	b.refs = nil
	for _, n := range refs {
		k := n.find("$ref")
		target, message := b.resolve(n, k.text)
		if target == nil {
			b.fault(n, "$ref", message, "read as any value")
			n.drop("$ref")
			n.loose = true
			continue
		}
		target.shared = true
		k.node = target
	}
}

// resolve gives the node that a reference of n refers to, or says why there is none.
func (b *builder) resolve(n *Node, ref string) (target *Node, message string) {
	uri, fragment, _ := strings.Cut(ref, "#")
	fragment, err := url.PathUnescape(fragment)
	if err != nil {
		return nil, jsontext.Cut(jsontext.Quote(ref)) + " is not a URI reference"
	}
	in := n.base
	if uri != "" {
		if in = b.resource(n.base.uri, uri); in == nil {
			return nil, jsontext.Cut(jsontext.Quote(ref)) + " refers outside of the schema, and nothing outside is read"
		}
	}
	var v *jsontext.Value
	step := "#" + fragment
	switch {
	case fragment == "":
		v = in.root
	case fragment[0] == '/':
		v = point(in.root, fragment)
	default:
		v = in.anchors[fragment]
	}
	if v == nil {
		return nil, jsontext.Cut(jsontext.Quote(ref)) + " refers to nothing in the schema"
	}
	return b.add(v, b.index[in.root], step, in), ""
}

// resource is the one that a URI, resolved against base, names; nil if the schema holds none such.
func (b *builder) resource(base, ref string) *resource {
	uri, ok := against(base, ref)
	if !ok {
		return nil
	}
	for _, r := range b.resources {
		if r.uri == uri {
			return r
		}
	}
	return nil
}

// point follows a JSON pointer (RFC 6901); nil if it leads nowhere.
func point(v *jsontext.Value, pointer string) *jsontext.Value {
	unescape := strings.NewReplacer("~1", "/", "~0", "~")
	for token := range strings.SplitSeq(pointer[1:], "/") {
		if v.Kind == jsontext.Array {
			i, err := strconv.Atoi(token)
			if err != nil || i < 0 || i >= len(v.Elems) || token != strconv.Itoa(i) {
				return nil
			}
			v = v.Elems[i]
			continue
		}
		if v = v.Get(unescape.Replace(token)); v == nil {
			return nil
		}
	}
	return v
}
