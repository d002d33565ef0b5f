package sdkgen

import (
	"bytes"
	"encoding/json"
	"slices"
	"strconv"
	"strings"

	"github.com/runcode-dev/runcode/registry/schema"
)

// constraints lists what a value must fulfil beside its type, and what it is if it is left out.
func (g *generator) constraints(c *content) []string {
	list := valueConstraints(c)
	if only := g.nonNull(c); only != nil {
		list = append(list, valueConstraints(only)...)
	}
	if item := g.leafItem(c); item != nil && item.node.Text("description") == "" {
		if of := valueConstraints(item); len(of) > 0 {
			list = append(list, "each "+strings.Join(of, " and "))
		}
	}
	if v := c.node.Keyword("default"); v != nil {
		list = append(list, "default "+jsonText(v))
	}
	if v := firstOf(c.node.Keyword("examples")); v != nil {
		list = append(list, "for example "+jsonText(v))
	}
	return list
}

// leafItem is the schema of the elements of arrays, if a comment on it has no better place than with the array.
func (g *generator) leafItem(c *content) *content {
	if only := g.nonNull(c); only != nil {
		c = only
	}
	if c.items == nil || len(c.prefix) > 0 {
		return nil
	}
	item := g.resolve(c.items)
	if item.compound() {
		return nil
	}
	return item
}

// nonNull is the one branch of a choice that is not null; nil if it is not such a choice.
func (g *generator) nonNull(c *content) *content {
	var only *content
	for _, n := range c.choices() {
		branch := g.resolve(n)
		switch {
		case slices.Equal(branch.types, []string{"null"}):
		case only != nil:
			return nil
		default:
			only = branch
		}
	}
	return only
}

// valueConstraints lists what the keywords of one schema demand.
func valueConstraints(c *content) []string {
	n := c.node
	var list []string
	add := func(texts ...string) {
		for _, text := range texts {
			if text != "" {
				list = append(list, text)
			}
		}
	}
	add(numeric(c))
	if v := n.Keyword("multipleOf"); isNumber(v) {
		add("a multiple of " + jsonText(v))
	}
	add(counted(n, "minLength", "maxLength", "character"))
	if text := n.Text("format"); text != "" {
		add("format " + shorten(text, maxRemark))
	}
	if text := n.Text("pattern"); text != "" {
		add("matches " + shorten(text, maxRemark))
	}
	if text := n.Text("contentEncoding"); text != "" {
		add("in " + shorten(text, maxRemark))
	}
	add(counted(n, "minItems", "maxItems", "item"))
	if string(n.Keyword("uniqueItems")) == "true" {
		add("none twice")
	}
	add(counted(n, "minProperties", "maxProperties", "property"))
	return list
}

// integer is the constraint on numbers that only who gives one needs to know, not who takes it.
const integer = "integer"

// numeric tells the range of numbers, and whether they are whole: "integer 1..100".
func numeric(c *content) string {
	var words []string
	if slices.Contains(c.types, "integer") && !slices.Contains(c.types, "number") && c.values == nil {
		words = append(words, integer)
	}
	low, high := bound(c.node, "minimum", ">"), bound(c.node, "maximum", "<")
	from, closedLow := strings.CutPrefix(low, ">= ")
	to, closedHigh := strings.CutPrefix(high, "<= ")
	switch {
	case closedLow && closedHigh:
		words = append(words, from+".."+to)
	case low != "" && high != "":
		words = append(words, low+" and "+high)
	case low+high != "":
		words = append(words, low+high)
	}
	return strings.Join(words, " ")
}

// maxSafe is the last of the integers that JavaScript holds exactly. Some generators write it as the bound of every
// integer, which tells the author of a program nothing.
const maxSafe = "9007199254740991"

// bound tells one end of a range: ">= 1" or "> 0". In draft 4 the exclusive form is true beside the bound.
func bound(n *schema.Node, name, sign string) string {
	closed := n.Keyword(name)
	strict := n.Keyword("exclusive" + strings.ToUpper(name[:1]) + name[1:])
	switch {
	case isNumber(strict):
		return sign + " " + jsonText(strict)
	case strings.TrimPrefix(string(closed), "-") == maxSafe:
		return ""
	case !isNumber(closed):
		return ""
	case string(strict) == "true":
		return sign + " " + jsonText(closed)
	}
	return sign + "= " + jsonText(closed)
}

// counted tells how many of something there must be: "1..5 items".
func counted(n *schema.Node, least, most, of string) string {
	low, hasLow := countOf(n, least)
	high, hasHigh := countOf(n, most)
	switch {
	case hasLow && hasHigh && low == high:
		return plural(low, of)
	case hasLow && low > 0 && hasHigh:
		return strconv.Itoa(low) + ".." + plural(high, of)
	case hasHigh:
		return "at most " + plural(high, of)
	case hasLow && low > 0:
		return "at least " + plural(low, of)
	}
	return ""
}

func plural(count int, of string) string {
	switch {
	case count == 1:
		return "1 " + of
	case strings.HasSuffix(of, "y"):
		of = strings.TrimSuffix(of, "y") + "ie"
	}
	return strconv.Itoa(count) + " " + of + "s"
}

// countOf reads a keyword whose value is a whole number, 0 or more.
func countOf(n *schema.Node, keyword string) (count int, ok bool) {
	v := n.Keyword(keyword)
	if !isNumber(v) {
		return 0, false
	}
	x, err := strconv.ParseFloat(string(v), 64)
	if err != nil || x < 0 || x > 1<<53 || x != float64(int(x)) {
		return 0, false
	}
	return int(x), true
}

func isNumber(v json.RawMessage) bool {
	return len(v) > 0 && (v[0] == '-' || v[0] >= '0' && v[0] <= '9')
}

// firstOf is the first element of an array; nil if there is none.
func firstOf(v json.RawMessage) json.RawMessage {
	var elems []json.RawMessage
	if len(v) == 0 || json.Unmarshal(v, &elems) != nil || len(elems) == 0 {
		return nil
	}
	return elems[0]
}

// jsonText shows a value as short JSON.
func jsonText(v json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, v) != nil {
		return "…"
	}
	return shorten(b.String(), maxRemark)
}
