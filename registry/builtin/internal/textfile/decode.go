package textfile

import (
	"encoding/binary"
	"unicode/utf16"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/transform"
)

// decoder makes UTF-8. What is no character comes out as a byte that is no UTF-8, so that it can be told from U+FFFD in the
// text, which is what the decoders of golang.org/x/text make of it.
type decoder struct {
	transform.NopResetter

	// next reads a character; it is negative for what is none. A size of 0 means that more is needed.
	next func(src []byte, atEOF bool) (r rune, size int)
}

// notText stands for what is no character.
const notText = 0xff

// Transform implements [transform.Transformer].
func (d decoder) Transform(dst, src []byte, atEOF bool) (nDst, nSrc int, err error) {
	for nSrc < len(src) {
		r, size := d.next(src[nSrc:], atEOF)
		if size == 0 {
			return nDst, nSrc, transform.ErrShortSrc
		}
		if len(dst)-nDst < utf8.UTFMax {
			return nDst, nSrc, transform.ErrShortDst
		}
		if r < 0 {
			dst[nDst] = notText
			nDst++
		} else {
			nDst += utf8.EncodeRune(dst[nDst:], r)
		}
		nSrc += size
	}
	return nDst, nSrc, nil
}

// nextLatin1 reads a character of Windows-1252.
func nextLatin1(src []byte, _ bool) (r rune, size int) {
	if r = charmap.Windows1252.DecodeByte(src[0]); r == utf8.RuneError {
		return -1, 1
	}
	return r, 1
}

// nextUTF16 reads characters of UTF-16. Half of a pair is none, nor is half of a unit at the end.
func nextUTF16(order binary.ByteOrder) func(src []byte, atEOF bool) (r rune, size int) {
	return func(src []byte, atEOF bool) (r rune, size int) {
		switch {
		case len(src) < 2 && atEOF:
			return -1, 1
		case len(src) < 2:
			return 0, 0
		}
		r = rune(order.Uint16(src))
		switch {
		case !utf16.IsSurrogate(r):
			return r, 2
		case len(src) < 4 && !atEOF:
			return 0, 0
		case len(src) < 4:
			return -1, 2
		}
		if r = utf16.DecodeRune(r, rune(order.Uint16(src[2:]))); r == utf8.RuneError {
			return -1, 2
		}
		return r, 4
	}
}
