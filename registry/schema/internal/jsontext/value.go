package jsontext

import "encoding/json"

// Value is a parsed JSON value that remembers how and where it was written. It must not be changed.
type Value struct {
	Kind    Types  // exactly one bit; Number for every number
	Raw     []byte // the value as it was written
	Offset  int    // of Raw in the text
	Depth   int    // levels of arrays and objects in it; 0 for a scalar
	Text    string // of a string: what it means
	Elems   []*Value
	Members []Member // in the order of the text

	index map[string]int // of Members, if there are many
}

// Member is a named value in an object. Of members of one name the last value counts, in the place of the first.
type Member struct {
	Name     string
	Value    *Value
	Repeated bool // the object holds the name more than once
}

// Get is the value of a member of an object; nil if v is no object or has no such member.
func (v *Value) Get(name string) *Value {
	if i := v.find(name); i >= 0 {
		return v.Members[i].Value
	}
	return nil
}

// find is the place of a member; -1 if there is none.
func (v *Value) find(name string) int {
	if v.index != nil {
		if i, ok := v.index[name]; ok {
			return i
		}
		return -1
	}
	for i := range v.Members {
		if v.Members[i].Name == name {
			return i
		}
	}
	return -1
}

// add puts a member into an object.
func (v *Value) add(name string, x *Value) {
	const few = 16 // members that are searched through as fast as looked up
	if i := v.find(name); i >= 0 {
		v.Members[i].Value, v.Members[i].Repeated = x, true
		return
	}
	v.Members = append(v.Members, Member{Name: name, Value: x})
	switch n := len(v.Members); {
	case v.index != nil:
		v.index[name] = n - 1
	case n == few:
		v.index = make(map[string]int, 2*few)
		for i, m := range v.Members {
			v.index[m.Name] = i
		}
	}
}

// IsTrue reports whether v is the literal true.
func (v *Value) IsTrue() bool { return v.Kind == Boolean && v.Raw[0] == 't' }

// Strings are the elements of an array that are strings.
func (v *Value) Strings() []string {
	var s []string
	for _, x := range v.Elems {
		if x.Kind == String {
			s = append(s, x.Text)
		}
	}
	return s
}

// Any is the value in the types of encoding/json, with numbers as [json.Number].
func (v *Value) Any() any {
	switch v.Kind {
	case Object:
		m := make(map[string]any, len(v.Members))
		for _, x := range v.Members {
			m[x.Name] = x.Value.Any()
		}
		return m
	case Array:
		a := make([]any, len(v.Elems))
		for i, x := range v.Elems {
			a[i] = x.Any()
		}
		return a
	case String:
		return v.Text
	case Number:
		return json.Number(v.Raw)
	case Boolean:
		return v.IsTrue()
	}
	return nil
}

// each calls visit for v and everything in it.
func (v *Value) each(visit func(*Value)) {
	visit(v)
	for _, x := range v.Elems {
		x.each(visit)
	}
	for _, x := range v.Members {
		x.Value.each(visit)
	}
}
