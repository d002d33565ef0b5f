package schema

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

// rational is the exact value of a number as it was written; false if it has too many digits to compute with.
func rational(raw []byte) (*big.Rat, bool) {
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

// huge is a number in v that is too long to compute with; nil if there is none.
func huge(v *value) *value {
	var found *value
	v.each(func(x *value) {
		if found == nil && x.kind == numberType && isHuge(x.raw) {
			found = x
		}
	})
	return found
}

// typesOf is the set of types that a value is of: an integer is also a number.
func typesOf(v *value) types {
	if v.kind == numberType {
		if x, ok := rational(v.raw); ok && x.IsInt() {
			return numberType | integerType
		}
	}
	return v.kind
}

// identity is a text that is the same for equal strings and numbers, and for other values that are written the same.
func (v *value) identity() string {
	if v.kind == numberType {
		if x, ok := rational(v.raw); ok {
			return x.RatString()
		}
	}
	if v.kind == stringType {
		return quote(v.text)
	}
	return string(v.raw)
}

// equal reports whether two values are the same JSON value: numbers by value, objects without regard to order.
func equal(a, b *value) bool {
	if a.kind != b.kind || len(a.elems) != len(b.elems) || len(a.members) != len(b.members) {
		return false
	}
	switch a.kind {
	case stringType:
		return a.text == b.text
	case numberType:
		x, okX := rational(a.raw)
		y, okY := rational(b.raw)
		return okX && okY && x.Cmp(y) == 0
	case booleanType:
		return a.isTrue() == b.isTrue()
	}
	for i := range a.elems {
		if !equal(a.elems[i], b.elems[i]) {
			return false
		}
	}
	for _, m := range a.members {
		other := b.get(m.name)
		if other == nil || !equal(m.value, other) {
			return false
		}
	}
	return true
}
