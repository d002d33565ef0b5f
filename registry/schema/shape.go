package schema

import (
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema/internal/jsontext"
)

// readShape checks the value of a keyword of rule r and adds it to the node.
func (b *builder) readShape(n *Node, name string, r rule, v *jsontext.Value) {
	k := keyword{name: name, value: v}
	ok := true
	switch r.shape {
	case anyShape:
	case stringShape:
		ok = b.want(n, name, v, jsontext.String)
	case boolShape:
		ok = b.want(n, name, v, jsontext.Boolean)
	case arrayShape:
		ok = b.want(n, name, v, jsontext.Array)
	case numberShape, positiveShape:
		ok = b.readNumber(n, name, r, v)
	case countShape:
		k.count, ok = b.readCount(n, name, v)
	case namesShape:
		ok = b.readNames(n, name, v)
	case namesMapShape:
		ok = b.want(n, name, v, jsontext.Object)
		for _, m := range v.Members {
			ok = ok && b.readNames(n, name, m.Value)
		}
	case typeShape:
		k.types, ok = b.readType(n, name, v)
	case patternShape, formatShape:
		ok = b.want(n, name, v, jsontext.String) && b.readText(n, name, r, v)
	default:
		ok = b.readSchemas(n, &k, r)
	}
	if ok && r.role != annotation {
		b.finish(n, k)
	}
}

// finish adds a keyword that is in order.
func (b *builder) finish(n *Node, k keyword) {
	switch k.name {
	case "$ref":
		k.text = k.value.Text
		b.refs = append(b.refs, n)
	case "enum":
		if len(k.value.Elems) == 0 {
			b.passOver(n, k.name, "must hold at least one value")
			return
		}
	}
	if k.name == "enum" || k.name == "const" {
		if x := k.value.Huge(); x != nil {
			b.passOver(n, k.name, "holds a number of too many digits, %s", shown(x))
			return
		}
	}
	if rules[k.name].role == enforced {
		n.keywords = append(n.keywords, k)
	}
}

// want reports whether v is of a type, and records a fault if not.
func (b *builder) want(n *Node, name string, v *jsontext.Value, want jsontext.Types) bool {
	if v.Kind == want {
		return true
	}
	b.passOver(n, name, "must be %s (got %s)", article(want), shown(v))
	return false
}

func article(t jsontext.Types) string {
	name := t.Names()[0]
	if strings.ContainsAny(name[:1], "aio") {
		return "an " + name
	}
	return "a " + name
}

func (b *builder) readNumber(n *Node, name string, r rule, v *jsontext.Value) bool {
	if !b.want(n, name, v, jsontext.Number) {
		return false
	}
	x, ok := jsontext.Rational(v.Raw)
	switch {
	case !ok:
		b.passOver(n, name, "has too many digits")
	case r.shape == positiveShape && x.Sign() <= 0:
		b.passOver(n, name, "must be above 0 (got %s)", v.Raw)
		ok = false
	}
	return ok
}

// maxCount bounds counts; nothing that is counted here comes near.
const maxCount = 1 << 53

// readCount reads a whole number, 0 or more; it may be written as 5.0.
func (b *builder) readCount(n *Node, name string, v *jsontext.Value) (int, bool) {
	if !b.want(n, name, v, jsontext.Number) {
		return 0, false
	}
	x, ok := jsontext.Rational(v.Raw)
	if !ok || !x.IsInt() || x.Sign() < 0 {
		b.passOver(n, name, "must be a whole number, 0 or more (got %s)", shown(v))
		return 0, false
	}
	if x.Cmp(new(big.Rat).SetInt64(maxCount)) > 0 {
		return maxCount, true
	}
	return int(x.Num().Int64()), true
}

// readNames reads an array of distinct strings.
func (b *builder) readNames(n *Node, name string, v *jsontext.Value) bool {
	if !b.want(n, name, v, jsontext.Array) {
		return false
	}
	seen := make(map[string]bool)
	for _, x := range v.Elems {
		if x.Kind != jsontext.String {
			b.passOver(n, name, "must hold only strings (got %s)", shown(x))
			return false
		}
		if seen[x.Text] {
			b.fault(n, name, "names "+jsontext.Cut(jsontext.Quote(x.Text))+" more than once", "once is enough")
		}
		seen[x.Text] = true
	}
	return true
}

// readType reads a type or an array of types. Types that mean any value restrict nothing.
func (b *builder) readType(n *Node, name string, v *jsontext.Value) (set jsontext.Types, ok bool) {
	elems := []*jsontext.Value{v}
	if v.Kind == jsontext.Array {
		elems = v.Elems
		if len(elems) == 0 {
			b.passOver(n, name, "must hold at least one type")
			return 0, false
		}
	}
	for _, x := range elems {
		t := jsontext.TypeNamed(x.Text)
		switch {
		case x.Kind != jsontext.String:
			b.passOver(n, name, "must be a type or an array of types (got %s)", shown(x))
			return 0, false
		case t == 0:
			if t = b.readTypeAlias(n, name, x.Text); t == 0 {
				return 0, false
			}
		case set&t != 0:
			b.fault(n, name, "names "+jsontext.Quote(x.Text)+" more than once", "once is enough")
		}
		set |= t
	}
	return set, true
}

// readTypeAlias guesses what is meant by a type that JSON Schema does not have; 0: any value.
func (b *builder) readTypeAlias(n *Node, name, text string) jsontext.Types {
	lower := strings.ToLower(text)
	t := jsontext.TypeNamed(lower)
	if alias, ok := typeAliases[lower]; ok {
		t = jsontext.TypeNamed(alias)
	}
	message := "unknown type " + jsontext.Cut(jsontext.Quote(text))
	if t == 0 {
		b.fault(n, name, message+suggest(lower, jsontext.Every.Names()), "read as any value")
		n.loose = true
		return 0
	}
	meant := jsontext.Quote(t.Names()[0])
	if b.strict {
		message += "; use " + meant
	}
	b.fault(n, name, message, "read as "+meant)
	return t
}

// readText checks a pattern or the name of a format.
func (b *builder) readText(n *Node, name string, r rule, v *jsontext.Value) bool {
	if r.shape == formatShape {
		if !formats[v.Text] {
			b.fault(n, name, "format "+jsontext.Cut(jsontext.Quote(v.Text))+" is not enforced", "passed over")
			return false
		}
		return true
	}
	return b.readPattern(n, name, v.Text)
}

func (b *builder) readPattern(n *Node, name, pattern string) bool {
	if b.patterns > maxSizes {
		b.passOver(n, name, "is one of too many large regular expressions")
		return false
	}
	p, err := compilePattern(pattern)
	if err != nil {
		b.passOver(n, name, "%s", err)
		return false
	}
	b.patterns += p.size
	return true
}

// readSchemas reads the keywords that hold schemas.
func (b *builder) readSchemas(n *Node, k *keyword, r rule) bool {
	at := jsontext.MemberStep(k.name)
	switch r.shape {
	case schemaShape:
		k.node = b.child(n, at, k.value)
		return true
	case schemasShape:
		if !b.want(n, k.name, k.value, jsontext.Array) {
			return false
		}
		if len(k.value.Elems) == 0 {
			b.passOver(n, k.name, "must hold at least one schema")
			return false
		}
		for i, x := range k.value.Elems {
			k.list = append(k.list, b.child(n, at+"["+strconv.Itoa(i)+"]", x))
		}
		return true
	}
	if !b.want(n, k.name, k.value, jsontext.Object) {
		return false
	}
	b.readRepeats(n, k.name, k.value)
	k.named = []Property{}
	for _, m := range k.value.Members {
		switch {
		case r.shape == dependencyShape && m.Value.Kind == jsontext.Array:
			if !b.readNames(n, k.name, m.Value) {
				continue
			}
			k.named = append(k.named, Property{Name: m.Name}) // no schema: names are needed
		case r.shape == patternMapShape && !b.readPattern(n, k.name, m.Name):
		default:
			k.named = append(k.named, Property{Name: m.Name, Schema: b.child(n, at+jsontext.MemberStep(m.Name), m.Value)})
		}
	}
	return true
}

// readOdd reads what is spelled differently in other drafts, or by others, and reports whether it did.
func (b *builder) readOdd(n *Node, name string, v *jsontext.Value) bool {
	switch name {
	case "items":
		return v.Kind == jsontext.Array && b.readTuple(n, v)
	case "additionalItems":
		if items := n.source.Get("items"); items.Kind != jsontext.Array {
			b.fault(n, name, "does nothing unless items is an array", "passed over")
		} else {
			n.keywords = append(n.keywords, keyword{name: "items", node: b.child(n, jsontext.MemberStep(name), v)})
		}
		return true
	case "minimum", "maximum":
		strictly := "exclusive" + strings.ToUpper(name[:1]) + name[1:]
		flag := n.source.Get(strictly)
		if flag == nil || !flag.IsTrue() || b.strict && b.draft != draft4 {
			return false
		}
		if b.readNumber(n, name, rules[name], v) {
			n.keywords = append(n.keywords, keyword{name: strictly, value: v})
		}
		return true
	case "exclusiveMinimum", "exclusiveMaximum":
		return b.readExclusive(n, name, v)
	case "$dynamicRef", "$recursiveRef":
		b.readDynamicRef(n, name, v)
		return true
	}
	return false
}

// readTuple reads the older form of prefixItems.
func (b *builder) readTuple(n *Node, v *jsontext.Value) bool {
	if b.draft == draft2020 {
		if b.strict {
			return false // the shape is wrong, and said so
		}
		b.fault(n, "items", "is an array in draft "+b.draft.String(), "read as prefixItems")
	}
	if len(v.Elems) == 0 {
		return true // restricts nothing
	}
	k := keyword{name: "prefixItems", value: v}
	for i, x := range v.Elems {
		k.list = append(k.list, b.child(n, ".items["+strconv.Itoa(i)+"]", x))
	}
	n.keywords = append(n.keywords, k)
	return true
}

// readExclusive reads the boolean form of draft 4, which changes the bound beside it; see readOdd.
func (b *builder) readExclusive(n *Node, name string, v *jsontext.Value) bool {
	bound := strings.ToLower(strings.TrimPrefix(name, "exclusive"))
	switch {
	case b.draft == draft4 && v.Kind == jsontext.Number:
		b.fault(n, name, "is a number in draft "+b.draft.String(), "read as in later drafts")
		return b.strict
	case b.draft == draft4 && v.IsTrue() && n.source.Get(bound) == nil:
		b.fault(n, name, "does nothing without "+jsontext.Quote(bound), "passed over")
		return true
	case b.draft == draft4:
		return v.Kind == jsontext.Boolean || !b.want(n, name, v, jsontext.Boolean)
	case v.Kind == jsontext.Boolean && !b.strict:
		b.fault(n, name, "is a boolean in draft "+b.draft.String(), "read as in draft 04")
		return true
	}
	return false
}

// readDynamicRef reads references whose target depends on how they were reached, which nothing here needs.
func (b *builder) readDynamicRef(n *Node, name string, v *jsontext.Value) {
	switch {
	case !b.want(n, name, v, jsontext.String):
	case b.strict || n.source.Get("$ref") != nil:
		b.passOver(n, name, "is not supported; use $ref")
	default:
		b.fault(n, name, "is not supported", "read as $ref")
		n.keywords = append(n.keywords, keyword{name: "$ref", value: v, text: v.Text})
		b.refs = append(b.refs, n)
	}
}

// legacy reports whether a keyword of another draft is understood all the same in a schema written by others.
func (b *builder) legacy(n *Node, name string) bool {
	if b.strict || name != "additionalItems" {
		return false
	}
	items := n.source.Get("items")
	return items != nil && items.Kind == jsontext.Array
}

// readNullable reads the keyword of OpenAPI that adds null to the types.
func (b *builder) readNullable(n *Node) {
	v := n.source.Get("nullable")
	if v == nil {
		return
	}
	k := n.find("type")
	if v.IsTrue() && k != nil && k.types&jsontext.Null == 0 {
		k.types |= jsontext.Null
		b.fault(n, "nullable", "is no keyword of JSON Schema", "read as: null is allowed too")
		return
	}
	b.fault(n, "nullable", fmt.Sprintf("is %s without effect", shown(v)), "passed over")
}
