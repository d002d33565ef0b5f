package gate

import "unicode"

// Hidden reports whether a character shows nothing, or changes how others are shown: then what a person reads is not what
// is there. Control characters and blanks are not among them.
func Hidden(r rune) bool {
	if r < 0x80 {
		return false
	}
	return unicode.In(r, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Co, unicode.Cs,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}
