package inspect

import (
	"math"
	"strings"

	"github.com/dop251/goja"
)

// maxRows bounds console.table.
const maxRows = 1_000

// Table makes the text of console.table: one row for each element or property of data. Columns, where it is an array,
// names the properties to show. It is false where data is not an object, which console.table logs as it is.
func (p *Inspector) Table(data, columns goja.Value) (string, bool) {
	o, ok := data.(*goja.Object)
	if !ok {
		return "", false
	}
	if o, ok = target(o); !ok || isFunction(o) {
		return "", false
	}
	t := &table{p: p}
	if names, ok := columns.(*goja.Object); ok && names.ClassName() == "Array" {
		t.only = true
		for i := range int(min(names.Get("length").ToInteger(), maxRows)) {
			key, ok := names.Get(itoa(i)).(goja.String)
			if !ok {
				key = stringValue(names.Get(itoa(i)).String())
			}
			t.column(key.String())
			t.keys = append(t.keys, key)
		}
	}
	switch {
	case isMap(o), isSet(o):
		t.collection(o)
	default:
		t.head = "(index)"
		for _, key := range p.names(o) {
			if len(t.rows) == maxRows {
				break
			}
			d, _ := p.property(o, key)
			t.add(key.String(), d.value)
		}
	}
	return t.String(), true
}

// table is a console.table in the making.
type table struct {
	p       *Inspector
	head    string
	only    bool // the program named the columns
	columns []string
	keys    []goja.Value // of the columns that the program named
	keyed   bool         // there is a column for the keys of a Map
	values  bool         // some row is not an object
	rows    []row
}

type row struct {
	index, key, value string
	cells             map[string]string
}

func (t *table) column(name string) {
	for _, c := range t.columns {
		if c == name {
			return
		}
	}
	t.columns = append(t.columns, name)
}

func (t *table) add(index string, v goja.Value) {
	r := row{index: index}
	o, ok := v.(*goja.Object)
	if ok {
		o, ok = target(o)
	}
	if !ok {
		t.values = true
		r.value = t.p.cell(v)
		t.rows = append(t.rows, r)
		return
	}
	r.cells = make(map[string]string)
	keys := t.keys
	if !t.only {
		keys = t.p.names(o)
	}
	for _, key := range keys[:min(len(keys), maxElements)] {
		d, ok := t.p.property(o, key)
		name := key.String()
		if !t.only {
			t.column(name)
		}
		if ok {
			w := t.p.cellWriter(d.value)
			r.cells[name] = w.described(d, 0)
		}
	}
	t.rows = append(t.rows, r)
}

// collection fills the table with a Map or a Set.
func (t *table) collection(o *goja.Object) {
	t.head = "(iteration index)"
	t.values, t.only, t.columns = true, true, nil
	w := &writer{p: t.p, elements: maxRows, lineWidth: defaultLineWidth}
	k := kind{object: o, parts: noParts}
	class, show := "Set", func(_, value goja.Value, _ int) string {
		t.rows = append(t.rows, row{index: itoa(len(t.rows)), value: t.p.cell(value)})
		return ""
	}
	if isMap(o) {
		t.keyed = true
		class, show = "Map", func(key, value goja.Value, _ int) string {
			t.rows = append(t.rows, row{index: itoa(len(t.rows)), key: t.p.cell(key), value: t.p.cell(value)})
			return ""
		}
	}
	w.collection(&k, class, show)
	k.parts(&k, 0)
}

// cell shows one value of a table.
func (p *Inspector) cell(v goja.Value) string {
	return p.cellWriter(v).value(v, 0)
}

// cellWriter shows large objects by name and small ones on one line.
func (p *Inspector) cellWriter(v goja.Value) *writer {
	w := &writer{p: p, elements: 3, lineWidth: math.MaxInt32}
	if o, ok := v.(*goja.Object); ok {
		o, ok = target(o)
		if ok && o.ClassName() != "Array" && !isFunction(o) && len(o.Keys()) > 2 {
			w.depth = -1
		}
	}
	return w
}

// String draws the table.
func (t *table) String() string {
	heads := []string{t.head}
	if t.keyed {
		heads = append(heads, "Key")
	}
	heads = append(heads, t.columns...)
	if t.values {
		heads = append(heads, "Values")
	}
	lines := [][]string{heads}
	for _, r := range t.rows {
		line := []string{r.index}
		if t.keyed {
			line = append(line, r.key)
		}
		for _, c := range t.columns {
			line = append(line, r.cells[c])
		}
		if t.values {
			line = append(line, r.value)
		}
		lines = append(lines, line)
	}
	return draw(lines)
}

// draw frames rows of cells, the first of which are the heads.
func draw(lines [][]string) string {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for i, cell := range line {
			widths[i] = max(widths[i], columns(cell)+2)
		}
	}
	rules := make([]string, len(widths))
	for i, w := range widths {
		rules[i] = strings.Repeat("─", w)
	}
	var b strings.Builder
	b.WriteString("┌" + strings.Join(rules, "┬") + "┐\n")
	for i, line := range lines {
		if i == 1 {
			b.WriteString("├" + strings.Join(rules, "┼") + "┤\n")
		}
		b.WriteString("│")
		for j, cell := range line {
			b.WriteString(" " + cell + strings.Repeat(" ", widths[j]-columns(cell)-1) + "│")
		}
		b.WriteString("\n")
	}
	if len(lines) == 1 {
		b.WriteString("├" + strings.Join(rules, "┼") + "┤\n")
	}
	b.WriteString("└" + strings.Join(rules, "┴") + "┘")
	return b.String()
}
