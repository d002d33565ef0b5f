package intl

import (
	"math"
	"slices"
)

// Type says how JavaScript converts the value of an option before its constructor looks at it.
type Type uint8

// The types of options. The Go type of a value in [Options] is in brackets.
const (
	String       Type = iota // ToString [string]
	Boolean                  // ToBoolean [bool]
	Number                   // ToNumber [float64]
	StringOrBool             // false when falsy, true when true, otherwise ToString [bool or string]
)

// Option describes an option that a constructor reads. An option that is undefined in JavaScript is absent in [Options].
type Option struct {
	Name   string
	Type   Type
	Values []string // what a String may be; nil: the constructor checks it
	Min    int      // smallest Number
	Max    int      // largest Number
}

// Options is the bag of options given to a constructor, by name, converted as [Option.Type] says. Names that the
// constructor does not read are ignored; nil is the empty bag.
type Options map[string]any

// Check compares the options of a service such as "Intl.NumberFormat" with what it reads, in the order of spec, and
// returns a RangeError in V8's words for the first value out of range.
func Check(service string, spec []Option, options Options) error {
	for _, s := range spec {
		value, ok := options[s.Name]
		if !ok {
			continue
		}
		switch v := value.(type) {
		case string:
			if s.Values != nil && !slices.Contains(s.Values, v) {
				return Rangef("Value %s out of range for %s options property %s", v, service, s.Name)
			}
		case float64:
			if s.Type == Number && !(float64(s.Min) <= v && v <= float64(s.Max)) {
				return Rangef("%s value is out of range.", s.Name)
			}
		}
	}
	return nil
}

// Has says whether an option is present.
func (o Options) Has(name string) bool {
	_, ok := o[name]
	return ok
}

// String returns the value of an option that is a string, and fallback when it is absent.
func (o Options) String(name, fallback string) string {
	if v, ok := o[name].(string); ok {
		return v
	}
	return fallback
}

// Bool returns the value of an option that is a boolean, and fallback when it is absent.
func (o Options) Bool(name string, fallback bool) bool {
	if v, ok := o[name].(bool); ok {
		return v
	}
	return fallback
}

// Int returns the value of a numeric option rounded down, and fallback when it is absent.
func (o Options) Int(name string, fallback int) int {
	if v, ok := o[name].(float64); ok {
		return int(math.Floor(v))
	}
	return fallback
}
