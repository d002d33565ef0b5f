package gate

import "unicode"

// Hidden reports whether a character shows nothing, changes how others are shown, or is a blank that is not the common one:
// then what a person reads is not what is there. Control characters are not among them.
func Hidden(r rune) bool {
	if r < 0x80 {
		return false
	}
	return r == brailleBlank || unicode.In(r, unicode.Cf, unicode.Z, unicode.Co, unicode.Cs,
		unicode.Other_Default_Ignorable_Code_Point, unicode.Variation_Selector)
}

// brailleBlank is a symbol that looks like a blank.
const brailleBlank = '\u2800'
