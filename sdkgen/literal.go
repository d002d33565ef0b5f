package sdkgen

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Bounds of literal types. What is larger has the type of its kind, and a remark.
const (
	maxLiteral      = 200 // bytes of a value
	maxLiteralDepth = 3   // levels of arrays and objects in it
)

// literal is the type that only one JSON value has, or the type of its kind if TypeScript cannot tell that value from
// others.
func literal(raw json.RawMessage) expr { return literalAt(raw, maxLiteralDepth) }

func literalAt(raw json.RawMessage, levels int) expr {
	kind := kindOf(raw)
	wide := expr{text: kind, object: kind == anyObject}
	if len(raw) > maxLiteral || levels == 0 {
		wide.text += " " + remark(shorten(string(raw), maxRemark))
		return wide
	}
	switch kind {
	case "string":
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return wide
		}
		return expr{text: quote(text)}
	case "number":
		return number(string(raw))
	case "unknown[]":
		return tupleOf(raw, levels)
	case anyObject:
		return objectOf(raw, levels)
	}
	return expr{text: string(raw)}
}

// maxRemark bounds what a remark shows of a value, in characters.
const maxRemark = 60

// anyObject is the type of all objects.
const anyObject = "Record<string, unknown>"

// kindOf is the type of the values of a value's kind. true, false and null are kinds of their own.
func kindOf(raw json.RawMessage) string {
	switch raw[0] {
	case '"':
		return "string"
	case '[':
		return "unknown[]"
	case '{':
		return anyObject
	case 't', 'f', 'n':
		return string(raw)
	}
	return "number"
}

func tupleOf(raw json.RawMessage, levels int) expr {
	var elems []json.RawMessage
	if json.Unmarshal(raw, &elems) != nil {
		return expr{text: "unknown[]"}
	}
	texts := make([]string, len(elems))
	for i, x := range elems {
		texts[i] = literalAt(x, levels-1).text
	}
	return expr{text: "[" + strings.Join(texts, ", ") + "]"}
}

func objectOf(raw json.RawMessage, levels int) expr {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil {
		return expr{text: anyObject, object: true}
	}
	if len(members) == 0 {
		return expr{text: noMembers, object: true}
	}
	var texts []string
	for _, name := range slices.Sorted(maps.Keys(members)) {
		texts = append(texts, key(name)+": "+literalAt(members[name], levels-1).text)
	}
	return expr{text: "{ " + strings.Join(texts, "; ") + " }", object: true}
}

// number is the literal type of a JSON number, which JavaScript must be able to hold exactly as it is written.
func number(raw string) expr {
	x, err := strconv.ParseFloat(raw, 64)
	if err == nil && x == 0 && decimalOf(raw).digits == "" {
		return expr{text: "0"}
	}
	text := strconv.FormatFloat(x, 'g', -1, 64)
	if err != nil || math.IsInf(x, 0) || decimalOf(text) != decimalOf(raw) {
		return expr{text: "number " + remark(shorten(raw, maxRemark))}
	}
	if math.Abs(x) < 1e21 && x == math.Trunc(x) {
		text = strconv.FormatFloat(x, 'f', -1, 64)
	}
	return expr{text: strings.Replace(text, "e-0", "e-", 1)}
}

// decimal is a number as 0.digits times ten to the power of exponent.
type decimal struct {
	negative bool
	digits   string // neither begins nor ends with 0; empty: zero
	exponent int
}

// decimalOf reads a JSON number. Exponents beyond all that a float64 has are cut, as they only compare with those.
func decimalOf(text string) decimal {
	var d decimal
	text, d.negative = strings.CutPrefix(text, "-")
	mantissa, power, _ := strings.Cut(strings.ToLower(text), "e")
	whole, fraction, _ := strings.Cut(mantissa, ".")
	d.exponent, _ = strconv.Atoi(power) // none is 0, and one that is too large becomes the largest
	d.exponent = min(max(d.exponent, -1e9), 1e9) + len(whole)
	d.digits = strings.TrimLeft(whole+fraction, "0")
	d.exponent -= len(whole) + len(fraction) - len(d.digits)
	d.digits = strings.TrimRight(d.digits, "0")
	if d.digits == "" {
		return decimal{}
	}
	return d
}
