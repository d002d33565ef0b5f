package library

import (
	"slices"
	"strconv"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/lazy"
	"github.com/runcode-dev/runcode/interp/internal/library/units"
	"github.com/runcode-dev/runcode/interp/internal/value"
)

// sorter is Array.prototype.sort and toSorted for plain arrays: a stable merge sort, which asks the program's comparator as
// seldom as can be, and not at all where its text shows that it subtracts numbers.
type sorter struct {
	*library
	sort, toSorted native // the machine's own
	splice         native
	describe       native
}

func installSort(l *library) error {
	s := &sorter{library: l}
	for path, f := range map[string]*native{"sort": &s.sort, "toSorted": &s.toSorted, "splice": &s.splice} {
		var err error
		if *f, err = l.original("Array", "prototype", path); err != nil {
			return err
		}
	}
	var err error
	if s.describe, err = l.original("Object", "getOwnPropertyDescriptor"); err != nil {
		return err
	}
	prototype, err := l.object("Array", "prototype")
	if err != nil {
		return err
	}
	return l.define(prototype, method{"sort", 1, s.inPlace}, method{"toSorted", 1, s.copy})
}

func (s *sorter) inPlace(call goja.FunctionCall) goja.Value {
	checkLength(s.library, "sort", call)
	o, ok := call.This.(*goja.Object)
	if !ok || o.ClassName() != "Array" || !sortable(call.Argument(0)) {
		return s.sort(call)
	}
	n := int(o.Get("length").ToInteger())
	values, holes := s.values(o, n)
	s.order(values, call.Argument(0))
	args := append(make([]goja.Value, 0, n+2), s.vm.ToValue(0), s.vm.ToValue(n))
	s.splice(goja.FunctionCall{This: o, Arguments: append(args, values...)})
	if holes > 0 {
		_ = o.Set("length", n) // holes move to the end
	}
	return o
}

func (s *sorter) copy(call goja.FunctionCall) goja.Value {
	checkLength(s.library, "toSorted", call)
	o, ok := call.This.(*goja.Object)
	if !ok || o.ClassName() != "Array" || !sortable(call.Argument(0)) {
		return s.toSorted(call)
	}
	values, holes := s.values(o, int(o.Get("length").ToInteger()))
	for range holes {
		values = append(values, goja.Undefined())
	}
	s.order(values, call.Argument(0))
	items := make([]any, len(values))
	for i, v := range values {
		items[i] = v
	}
	return s.vm.NewArray(items...)
}

func sortable(compare goja.Value) bool {
	return goja.IsUndefined(compare) || isFunction(compare)
}

// values reads an array; holes are counted and left out.
func (s *sorter) values(o *goja.Object, n int) (values []goja.Value, holes int) {
	values = make([]goja.Value, 0, n)
	for i := range n {
		if v := o.Get(strconv.Itoa(i)); v != nil {
			values = append(values, v)
		} else {
			holes++
		}
	}
	return values, holes
}

// order sorts values; undefined comes last.
func (s *sorter) order(values []goja.Value, compare goja.Value) {
	defined := values[:0:0]
	for _, v := range values {
		if !goja.IsUndefined(v) {
			defined = append(defined, v)
		}
	}
	switch {
	case goja.IsUndefined(compare):
		s.byText(defined)
	case s.byNumber(defined, compare.(*goja.Object)):
	default:
		s.byComparator(defined, compare)
	}
	copy(values, defined)
	for i := len(defined); i < len(values); i++ {
		values[i] = goja.Undefined()
	}
}

func (s *sorter) byComparator(values []goja.Value, compare goja.Value) {
	f, _ := goja.AssertFunction(compare)
	var result goja.Value
	mergeSort(values, func(a, b goja.Value) bool {
		// As V8 asks: a comparator that answers true and false then leaves the order as it is there, too.
		var err error
		if result, err = f(goja.Undefined(), b, a); err != nil {
			panic(err)
		}
		return result.ToFloat() < 0
	})
}

// mergeSort sorts stably; after tells whether a belongs after b. A comparator that contradicts itself gives some order.
func mergeSort(values []goja.Value, after func(a, b goja.Value) bool) {
	const run = 8
	for start := 0; start < len(values); start += run {
		block := values[start:min(start+run, len(values))]
		for i := 1; i < len(block); i++ {
			for j := i; j > 0 && after(block[j-1], block[j]); j-- {
				block[j-1], block[j] = block[j], block[j-1]
			}
		}
	}
	buffer := make([]goja.Value, len(values))
	for width := run; width < len(values); width *= 2 {
		for start := 0; start+width < len(values); start += 2 * width {
			merge(values[start:min(start+2*width, len(values))], width, buffer, after)
		}
	}
}

// merge joins the sorted halves of values, the first of which has the given length.
func merge(values []goja.Value, middle int, buffer []goja.Value, after func(a, b goja.Value) bool) {
	if !after(values[middle-1], values[middle]) {
		return
	}
	left := buffer[:copy(buffer, values[:middle])]
	i, j := 0, middle
	for k := range values {
		switch {
		case i == len(left):
			return
		case j < len(values) && after(left[i], values[j]):
			values[k] = values[j]
			j++
		default:
			values[k] = left[i]
			i++
		}
	}
}

// keyed is a value with the key it is sorted by.
type keyed[K any] struct {
	key   K
	value goja.Value
}

// byText sorts in the order of the values' text, unit by unit.
func (s *sorter) byText(values []goja.Value) {
	list := make([]keyed[string], len(values))
	for i, v := range values {
		text := s.toString(v)
		list[i] = keyed[string]{units.WTF8(text), v}
	}
	slices.SortStableFunc(list, func(a, b keyed[string]) int { return compareUnits(a.key, b.key) })
	for i := range list {
		values[i] = list[i].value
	}
}

// compareUnits compares UTF-8 in the order of UTF-16, where the characters beyond 0xffff come before 0xe000.
func compareUnits(a, b string) int {
	n := min(len(a), len(b))
	for i := range n {
		x, y := a[i], b[i]
		if x == y {
			continue
		}
		const first4, last3 = 0xf0, 0xee
		if x >= last3 && y >= last3 && (x >= first4) != (y >= first4) {
			return int(y) - int(x)
		}
		return int(x) - int(y)
	}
	return len(a) - len(b)
}

// subtraction is the text of a comparator that subtracts: (a, b) => a - b, or of one property of each.
var subtraction = lazy.Regexp(`^\((\w+), (\w+)\) => (\w+)(?:\.(\w+))? - (\w+)(?:\.(\w+))?$`)

// byNumber sorts where the comparator subtracts numbers and nothing that the program could notice depends on calling it.
func (s *sorter) byNumber(values []goja.Value, compare *goja.Object) bool {
	if len(values) < 2 {
		return false
	}
	text := compare.String()
	if len(text) > 80 {
		return false
	}
	m := subtraction().FindStringSubmatch(text)
	if m == nil || m[1] == m[2] || m[4] != m[6] {
		return false
	}
	sign := 0.0
	switch {
	case m[3] == m[1] && m[5] == m[2]:
		sign = 1
	case m[3] == m[2] && m[5] == m[1]:
		sign = -1
	default:
		return false
	}
	list := make([]keyed[float64], len(values))
	for i, v := range values {
		n, ok := s.number(v, m[4])
		if !ok {
			return false
		}
		list[i] = keyed[float64]{sign * n, v}
	}
	slices.SortStableFunc(list, func(a, b keyed[float64]) int {
		switch d := a.key - b.key; {
		case d < 0:
			return -1
		case d > 0:
			return 1
		}
		return 0
	})
	for i := range list {
		values[i] = list[i].value
	}
	return true
}

// number is v, or its own property of that name, where it is a number and no getter has a part in it.
func (s *sorter) number(v goja.Value, property string) (float64, bool) {
	if property != "" {
		o, ok := v.(*goja.Object)
		if ok {
			if ordinary, lazy := value.Ordinary(o); lazy {
				o = ordinary
			}
		}
		if !ok || o.ClassName() != "Object" || o.ExportType() != plainType {
			return 0, false
		}
		d, ok := s.describe(goja.FunctionCall{Arguments: []goja.Value{o, s.vm.ToValue(property)}}).(*goja.Object)
		if !ok {
			return 0, false
		}
		v = d.Get("value")
	}
	if v == nil || !goja.IsNumber(v) {
		return 0, false
	}
	f := v.ToFloat()
	return f, f == f
}
