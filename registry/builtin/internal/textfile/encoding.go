// Package textfile reads text from files, whatever they are: it tells text from images and from other binary files, knows
// the common encodings, and reads lines of any length in bounded memory.
package textfile

import (
	"bytes"
	"encoding/binary"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/transform"
)

// Encoding is how a file holds text.
type Encoding string

// The encodings that are known.
const (
	UTF8    Encoding = "utf-8"
	UTF8BOM Encoding = "utf-8-bom"
	UTF16LE Encoding = "utf-16le" // with a byte order mark
	UTF16BE Encoding = "utf-16be" // with a byte order mark
	Latin1  Encoding = "latin-1"  // as the WHATWG encoding standard reads it: with the letters of Windows-1252
)

// SniffSize is how many bytes of the start of a file tell what it is.
const SniffSize = 8 << 10

var byteOrderMarks = []struct {
	mark     string
	encoding Encoding
}{{"\xef\xbb\xbf", UTF8BOM}, {"\xff\xfe", UTF16LE}, {"\xfe\xff", UTF16BE}}

// utf32Marks are those of an encoding that is not known here; one begins like that of another which is.
var utf32Marks = [...]string{"\xff\xfe\x00\x00", "\x00\x00\xfe\xff"}

// Detect tells the encoding of a file by its start; all says that there is no more. binary: it is no text.
func Detect(head []byte, all bool) (e Encoding, binary bool) {
	for _, mark := range utf32Marks {
		if bytes.HasPrefix(head, []byte(mark)) {
			return "", true
		}
	}
	for _, m := range byteOrderMarks {
		if bytes.HasPrefix(head, []byte(m.mark)) {
			return m.encoding, false
		}
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return "", true
	}
	if mostlyUTF8(wholeRunes(head, all)) {
		return UTF8, false
	}
	return Latin1, !likeText(head)
}

// mostlyUTF8 reports whether text is UTF-8, but perhaps for some wrong bytes: no more than there are whole characters
// beyond ASCII, which hardly ever come about by chance.
func mostlyUTF8(text []byte) bool {
	good, bad := 0, 0
	for len(text) > 0 {
		r, size := utf8.DecodeRune(text)
		switch {
		case r == utf8.RuneError && size == 1:
			bad++
		case size > 1:
			good++
		}
		text = text[size:]
	}
	return bad <= good
}

// wholeRunes leaves out a character at the end that a cut has split, TO-016.
func wholeRunes(head []byte, all bool) []byte {
	if all {
		return head
	}
	for i := len(head) - 1; i >= 0 && i >= len(head)-utf8.UTFMax; i-- {
		if utf8.RuneStart(head[i]) {
			if !utf8.FullRune(head[i:]) {
				return head[:i]
			}
			break
		}
	}
	return head
}

// likeText reports whether bytes that are no UTF-8 can be text of eight bits: hardly any control characters, and mostly
// ASCII.
func likeText(head []byte) bool {
	controls, high := 0, 0
	for _, c := range head {
		switch {
		case c >= 0x80 && strings.IndexByte(unassigned, c) < 0:
			high++
		case c >= 0x7f, c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b:
			controls++
		}
	}
	return controls*50 <= len(head) && high*2 <= len(head)
}

// unassigned are the upper bytes for which Windows-1252 has no character.
const unassigned = "\x81\x8d\x8f\x90\x9d"

// mark is the byte order mark that the file begins with.
func (e Encoding) mark() string {
	for _, m := range byteOrderMarks {
		if m.encoding == e {
			return m.mark
		}
	}
	return ""
}

// Decoder reads a file, from its first byte, as UTF-8 without a mark. What is no character comes out as bytes that are no
// UTF-8.
func (e Encoding) Decoder(r io.Reader) io.Reader {
	if n := len(e.mark()); n > 0 {
		r = &skipper{r: r, n: n}
	}
	switch e {
	case UTF16LE:
		return transform.NewReader(r, decoder{next: nextUTF16(binary.LittleEndian)})
	case UTF16BE:
		return transform.NewReader(r, decoder{next: nextUTF16(binary.BigEndian)})
	case Latin1:
		return transform.NewReader(r, decoder{next: nextLatin1})
	}
	return r
}

// skipper leaves out the first n bytes.
type skipper struct {
	r io.Reader
	n int
}

func (s *skipper) Read(p []byte) (int, error) {
	for s.n > 0 {
		k, err := s.r.Read(p[:min(s.n, len(p))])
		s.n -= k
		if err != nil {
			return 0, err
		}
	}
	return s.r.Read(p)
}

// Decode gives the text of a whole file.
func (e Encoding) Decode(raw []byte) (string, error) {
	var b strings.Builder
	_, err := io.Copy(&b, e.Decoder(bytes.NewReader(raw)))
	return b.String(), err
}

// Encode gives the bytes of a whole file. An error means that the encoding has no way to write some character.
func (e Encoding) Encode(text string) ([]byte, error) {
	var c encoding.Encoding
	switch e {
	case UTF16LE:
		c = unicode.UTF16(unicode.LittleEndian, unicode.IgnoreBOM)
	case UTF16BE:
		c = unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM)
	case Latin1:
		c = charmap.Windows1252
	default:
		return []byte(e.mark() + text), nil
	}
	encoded, err := c.NewEncoder().String(text)
	return []byte(e.mark() + encoded), err
}
