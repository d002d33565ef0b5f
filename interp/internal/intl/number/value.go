package number

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// Value is a number to format, exact to its last digit: what JavaScript calls an Intl mathematical value. The zero Value
// is zero.
type Value struct {
	class    class
	negative bool   // also of zero
	digits   string // significant decimal digits, without zeros at either end; "" is zero
	point    int    // the value is 0.digits × 10^point
}

type class uint8

const (
	finite class = iota
	infinite
	notANumber
)

// Float returns the value of a JavaScript number: the shortest decimal that reads back as f, as ICU takes it.
func Float(f float64) Value {
	switch {
	case math.IsNaN(f):
		return Value{class: notANumber}
	case math.IsInf(f, 0):
		return Value{class: infinite, negative: f < 0}
	case f == 0:
		return Value{negative: math.Signbit(f)}
	}
	var buffer [32]byte
	text := strconv.AppendFloat(buffer[:0], math.Abs(f), 'e', -1, 64)
	mantissa, n := text, len(text)
	for text[n-1] != 'e' {
		n--
	}
	exponent, _ := strconv.Atoi(string(text[n:])) // always a number: AppendFloat wrote it
	mantissa = mantissa[:n-1]
	if len(mantissa) > 1 {
		mantissa = append(mantissa[:1], mantissa[2:]...)
	}
	return Value{negative: f < 0, digits: string(mantissa), point: exponent + 1}
}

// BigInt returns the value of a BigInt.
func BigInt(i *big.Int) Value {
	text := new(big.Int).Abs(i).String()
	return fromDigits(text, len(text), i.Sign() < 0)
}

// Parse returns the value of a string as JavaScript converts strings to numbers, but without rounding. A string that is
// not a number is NaN; one beyond the range of a double is infinite or zero.
func Parse(text string) Value {
	text = strings.Trim(text, whiteSpace)
	if text == "" {
		return Value{}
	}
	if len(text) > 2 && text[0] == '0' {
		switch text[1] {
		case 'b', 'B':
			return parseBased(text[2:], 2)
		case 'o', 'O':
			return parseBased(text[2:], 8)
		case 'x', 'X':
			return parseBased(text[2:], 16)
		}
	}
	rest, negative := strings.CutPrefix(text, "-")
	if !negative {
		rest = strings.TrimPrefix(rest, "+")
	}
	if rest == "Infinity" {
		return Value{class: infinite, negative: negative}
	}
	return parseDecimal(rest, negative)
}

// whiteSpace is what JavaScript trims from a string.
const whiteSpace = "\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff"

// parseBased reads an integer in base 2, 8 or 16 without a sign.
func parseBased(digits string, base int) Value {
	i, ok := new(big.Int), true
	if strings.ContainsAny(digits, "+-_") {
		return Value{class: notANumber}
	}
	if significant := strings.TrimLeft(digits, "0"); len(significant) > 1024 {
		if strings.Trim(strings.ToLower(significant), "0123456789abcdef"[:base]) != "" {
			return Value{class: notANumber}
		}
		return Value{class: infinite}
	}
	if i, ok = i.SetString(digits, base); !ok {
		return Value{class: notANumber}
	}
	return BigInt(i).inRange()
}

func parseDecimal(text string, negative bool) Value {
	mantissa, exponentText, hasExponent := text, "", false
	if at := strings.IndexAny(text, "eE"); at >= 0 {
		mantissa, exponentText, hasExponent = text[:at], text[at+1:], true
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := whole + fraction
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return Value{class: notANumber}
	}
	exponent := 0
	if hasExponent {
		var ok bool
		if exponent, ok = parseExponent(exponentText); !ok {
			return Value{class: notANumber}
		}
	}
	return fromDigits(digits, len(whole)+exponent, negative).inRange()
}

// parseExponent reads a signed integer. One far beyond the range of doubles is cut to a value that still is.
func parseExponent(text string) (exponent int, ok bool) {
	digits := strings.TrimPrefix(text, "-")
	if digits == text {
		digits = strings.TrimPrefix(text, "+")
	}
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	const beyond = 1 << 30 // longer than any string of digits in front of it
	if digits = strings.TrimLeft(digits, "0"); len(digits) > 9 {
		exponent = beyond
	} else if digits != "" {
		exponent, _ = strconv.Atoi(digits) // at most 9 digits
	}
	if text[0] == '-' {
		exponent = -exponent
	}
	return exponent, true
}

// fromDigits returns 0.digits × 10^point.
func fromDigits(digits string, point int, negative bool) Value {
	n := len(digits)
	digits = strings.TrimLeft(digits, "0")
	point -= n - len(digits)
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		point = 0
	}
	return Value{negative: negative, digits: digits, point: point}
}

// inRange turns a value into infinity or zero where the nearest double is.
func (v Value) inRange() Value {
	if v.digits == "" {
		return v
	}
	head := v.digits[:min(len(v.digits), 20)]
	near, _ := strconv.ParseFloat("0."+head+"e"+strconv.Itoa(v.point), 64) // out of range is ±Inf or 0, as wanted
	switch {
	case math.IsInf(near, 0):
		return Value{class: infinite, negative: v.negative}
	case near == 0:
		return Value{negative: v.negative}
	}
	return v
}

// IsNaN says whether the value is not a number.
func (v Value) IsNaN() bool { return v.class == notANumber }

// IsFinite says whether the value is neither infinite nor NaN.
func (v Value) IsFinite() bool { return v.class == finite }

// IsNegative says whether the value is below zero or negative zero.
func (v Value) IsNegative() bool { return v.negative }

// Abs returns the value without its sign.
func (v Value) Abs() Value {
	v.negative = false
	return v
}

// String writes the value as a decimal without an exponent, all digits of it, such as "-12.5" or "-0".
func (v Value) String() string {
	sign := ""
	if v.negative {
		sign = "-"
	}
	switch {
	case v.class == notANumber:
		return "NaN"
	case v.class == infinite:
		return sign + "Infinity"
	case v.digits == "":
		return sign + "0"
	case v.point <= 0:
		return sign + "0." + strings.Repeat("0", -v.point) + v.digits
	case v.point >= len(v.digits):
		return sign + v.digits + strings.Repeat("0", v.point-len(v.digits))
	}
	return sign + v.digits[:v.point] + "." + v.digits[v.point:]
}
