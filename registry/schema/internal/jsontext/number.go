package jsontext

import (
	"bytes"
	"math/big"
	"strconv"
)

// Bounds of the numbers that are computed with. Both keep exact arithmetic cheap; neither is reached by a float64.
const (
	maxDigits   = 1000
	maxExponent = 1000
)

// Rational is the exact value of a number as it was written; false if it has too many digits to compute with.
func Rational(raw []byte) (*big.Rat, bool) {
	if isHuge(raw) {
		return nil, false
	}
	return new(big.Rat).SetString(string(raw))
}

// isHuge reports whether a number is too long, or its exponent too large, to compute with.
func isHuge(raw []byte) bool {
	if len(raw) > maxDigits {
		return true
	}
	i := bytes.IndexAny(raw, "eE")
	if i < 0 {
		return false
	}
	exponent, err := strconv.Atoi(string(raw[i+1:]))
	return err != nil || exponent > maxExponent || exponent < -maxExponent
}

// Huge is a number in v that is too long to compute with; nil if there is none.
func (v *Value) Huge() *Value {
	var found *Value
	v.each(func(x *Value) {
		if found == nil && x.Kind == Number && isHuge(x.Raw) {
			found = x
		}
	})
	return found
}

// Types is the set of types that a value is of: an integer is also a number.
func (v *Value) Types() Types {
	if v.Kind == Number {
		if x, ok := Rational(v.Raw); ok && x.IsInt() {
			return Number | Integer
		}
	}
	return v.Kind
}

// Identity is a text that is the same for equal strings and numbers, and for other values that are written the same.
func (v *Value) Identity() string {
	if v.Kind == Number {
		if x, ok := Rational(v.Raw); ok {
			return x.RatString()
		}
	}
	if v.Kind == String {
		return Quote(v.Text)
	}
	return string(v.Raw)
}

// Equal reports whether two values are the same JSON value: numbers by value, objects without regard to order.
func Equal(a, b *Value) bool {
	if a.Kind != b.Kind || len(a.Elems) != len(b.Elems) || len(a.Members) != len(b.Members) {
		return false
	}
	switch a.Kind {
	case String:
		return a.Text == b.Text
	case Number:
		x, okX := Rational(a.Raw)
		y, okY := Rational(b.Raw)
		return okX && okY && x.Cmp(y) == 0
	case Boolean:
		return a.IsTrue() == b.IsTrue()
	}
	for i := range a.Elems {
		if !Equal(a.Elems[i], b.Elems[i]) {
			return false
		}
	}
	for _, m := range a.Members {
		other := b.Get(m.Name)
		if other == nil || !Equal(m.Value, other) {
			return false
		}
	}
	return true
}
