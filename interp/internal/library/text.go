package library

import (
	"encoding/base64"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/dop251/goja"
	"golang.org/x/text/encoding/charmap"
)

// The encodings of TextDecoder, by the names it has for them.
const (
	utf8Name    = "utf-8"
	utf16leName = "utf-16le"
	utf16beName = "utf-16be"
	latin1Name  = "windows-1252"
)

func encode(l *library) method {
	return method{"encode", 1, func(call goja.FunctionCall) goja.Value {
		return l.vm.ToValue(l.vm.NewArrayBuffer([]byte(l.toString(call.Argument(0)).String())))
	}}
}

func encodingOf(l *library) method {
	return method{"encodingOf", 1, func(call goja.FunctionCall) goja.Value {
		label := call.Argument(0).String()
		switch strings.ToLower(label) {
		case "utf-8", "utf8", "unicode-1-1-utf-8", "unicode11utf8", "unicode20utf8", "x-unicode20utf8":
			return l.vm.ToValue(utf8Name)
		case "utf-16", "utf-16le", "ucs-2", "unicode", "unicodefeff", "csunicode", "iso-10646-ucs-2":
			return l.vm.ToValue(utf16leName)
		case "utf-16be", "unicodefffe":
			return l.vm.ToValue(utf16beName)
		case "latin1", "l1", "ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso88591", "iso_8859-1", "windows-1252", "cp1252", "x-cp1252":
			return l.vm.ToValue(latin1Name)
		}
		l.throw("RangeError", `The "%s" encoding is not supported`, label)
		return nil
	}}
}

func bytesOf(v goja.Value) []byte {
	b, _ := v.Export().([]byte)
	return b
}

// decode turns bytes into a string.
func decode(l *library) method {
	return method{"decode", 3, func(call goja.FunctionCall) goja.Value {
		data, encoding, fatal := bytesOf(call.Argument(0)), call.Argument(1).String(), call.Argument(2).ToBoolean()
		invalid := false
		var s goja.Value
		switch encoding {
		case utf8Name:
			invalid = !utf8.Valid(data)
			s = l.vm.ToValue(decodeUTF8(data))
		case latin1Name:
			text, err := charmap.Windows1252.NewDecoder().Bytes(data)
			invalid = err != nil
			s = l.vm.ToValue(string(text))
		default:
			s, invalid = decodeUTF16(data, encoding == utf16beName)
		}
		if fatal && invalid {
			panic(l.vm.NewTypeError("The encoded data was not valid for encoding %s", encoding))
		}
		return s
	}}
}

// decodeUTF8 puts one replacement character for each malformed sequence, as the web does; Go puts one for each byte.
func decodeUTF8(data []byte) string {
	if utf8.Valid(data) {
		return string(data)
	}
	var b strings.Builder
	for len(data) > 0 {
		r, size := utf8.DecodeRune(data)
		if r == utf8.RuneError && size == 1 {
			size = malformed(data)
		}
		b.WriteRune(r)
		data = data[size:]
	}
	return b.String()
}

// malformed is the length of the malformed sequence at the start of data: the longest part of a character that is there.
func malformed(data []byte) int {
	for n := min(3, len(data)); n > 1; n-- {
		if prefix := data[:n]; !utf8.FullRune(prefix) {
			return n
		}
	}
	return 1
}

func decodeUTF16(data []byte, big bool) (goja.Value, bool) {
	units := make([]uint16, 0, len(data)/2+1)
	for i := 0; i+1 < len(data); i += 2 {
		if big {
			units = append(units, uint16(data[i])<<8|uint16(data[i+1]))
		} else {
			units = append(units, uint16(data[i+1])<<8|uint16(data[i]))
		}
	}
	runes := utf16.Decode(units)
	if len(data)%2 == 1 {
		runes = append(runes, utf8.RuneError)
	}
	return goja.StringFromUTF16(utf16.Encode(runes)), slices.Contains(runes, utf8.RuneError)
}

// unfinished is the number of bytes at the end that start a character which the next piece of a stream may complete.
func unfinished(l *library) method {
	return method{"unfinished", 2, func(call goja.FunctionCall) goja.Value {
		data := bytesOf(call.Argument(0))
		n := 0
		switch call.Argument(1).String() {
		case utf8Name:
			for i := 1; i <= min(3, len(data)); i++ {
				if tail := data[len(data)-i:]; utf8.RuneStart(tail[0]) {
					if !utf8.FullRune(tail) {
						n = i
					}
					break
				}
			}
		case utf16leName, utf16beName:
			n = len(data) % 2
		}
		return l.vm.ToValue(n)
	}}
}

// fromBase64 decodes what atob takes, which is forgiving of white space and padding; undefined where it is not that.
func fromBase64(l *library) method {
	return method{"fromBase64", 1, func(call goja.FunctionCall) goja.Value {
		s := strings.Map(func(r rune) rune {
			if strings.ContainsRune("\t\n\f\r ", r) {
				return -1
			}
			return r
		}, call.Argument(0).String())
		if len(s)%4 == 0 {
			s = strings.TrimSuffix(strings.TrimSuffix(s, "="), "=")
		}
		data, err := base64.RawStdEncoding.DecodeString(s)
		if err != nil {
			return goja.Undefined()
		}
		units := make([]uint16, len(data))
		for i, b := range data {
			units[i] = uint16(b)
		}
		return goja.StringFromUTF16(units)
	}}
}

// toBase64 encodes a string of characters below 256, each as one byte; undefined where one is above.
func toBase64(l *library) method {
	return method{"toBase64", 1, func(call goja.FunctionCall) goja.Value {
		s := l.toString(call.Argument(0))
		data := make([]byte, s.Length())
		for i := range data {
			c := s.CharAt(i)
			if c > 0xff {
				return goja.Undefined()
			}
			data[i] = byte(c)
		}
		return l.vm.ToValue(base64.StdEncoding.EncodeToString(data))
	}}
}
