package jsontext

// Types is a set of JSON types. The empty set, where it restricts something, means any type.
type Types uint8

// The JSON types, in the order in which they are named in messages. Every integer is also a number.
const (
	String Types = 1 << iota
	Integer
	Number
	Boolean
	Array
	Object
	Null

	Every = String | Integer | Number | Boolean | Array | Object | Null
)

// typeNames are the names of the bits of a set, from the lowest.
var typeNames = [...]string{"string", "integer", "number", "boolean", "array", "object", "null"}

// TypeNamed is the set of the one type called name; 0 if there is none.
func TypeNamed(name string) Types {
	for i, n := range typeNames {
		if n == name {
			return 1 << i
		}
	}
	return 0
}

// Names lists the types of the set.
func (t Types) Names() []string {
	var names []string
	for i, name := range typeNames {
		if t&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	return names
}
