package source

import (
	"encoding/json"
	"strings"

	"github.com/go-sourcemap/sourcemap"
)

// mapOf makes the source map by which the machine finds positions, from the one that esbuild wrote. Both count columns
// from 0, while the machine looks places up and shows them as if the map counted from 1; and lead bytes stand
// before the first line. So every generated column moves one to the right, and so does every original one, less the lead.
func mapOf(name string, raw []byte, lead int) (*sourcemap.Consumer, error) {
	var m struct {
		Version  int      `json:"version"`
		Sources  []string `json:"sources"`
		Names    []string `json:"names"`
		Mappings string   `json:"mappings"`
	}
	if err := json.Unmarshal(raw, &m); err != nil {
		return nil, err
	}
	m.Sources, m.Names = []string{name}, []string{}
	m.Mappings = shift(m.Mappings, lead)
	shifted, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	return sourcemap.Parse("", shifted)
}

// segment is one segment of a map: a generated column, and the source, line and column it comes from.
type segment struct{ generated, source, line, column int }

// shift rewrites the mappings of a source map; see [mapOf].
func shift(mappings string, lead int) string {
	var out strings.Builder
	out.Grow(len(mappings) + len(mappings)/8)
	var in, wrote segment // the last segment read and written, from which the next ones count
	for n, line := range strings.Split(mappings, ";") {
		if n > 0 {
			out.WriteByte(';')
		}
		in.generated, wrote.generated = 0, 0
		first := true
		for text := range strings.SplitSeq(line, ",") {
			d, ok := readSegment(text)
			if !ok {
				continue
			}
			in = segment{in.generated + d.generated, in.source + d.source, in.line + d.line, in.column + d.column}
			to := segment{in.generated + 1, in.source, in.line, in.column + 1}
			if in.line == 0 {
				to.column = max(to.column-lead, 1)
			}
			if !first {
				out.WriteByte(',')
			}
			first = false
			for _, v := range []int{
				to.generated - wrote.generated, to.source - wrote.source, to.line - wrote.line, to.column - wrote.column,
			} {
				writeVLQ(&out, v)
			}
			wrote = to
		}
	}
	return out.String()
}

// readSegment reads the differences in a segment; ok is false for one that names no source.
func readSegment(text string) (d segment, ok bool) {
	for _, to := range []*int{&d.generated, &d.source, &d.line, &d.column} {
		if text == "" {
			return segment{}, false
		}
		*to, text = readVLQ(text)
	}
	return d, true
}

const base64Digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"

// digitValues are what the digits stand for. It is a constant table.
var digitValues = func() (values [256]int) {
	for i := range len(base64Digits) {
		values[base64Digits[i]] = i
	}
	return values
}()

// readVLQ reads a number in the base 64 of source maps: five bits a digit, the lowest first, the sign in the lowest bit.
func readVLQ(s string) (v int, rest string) {
	shift := 0
	for i := range len(s) {
		digit := digitValues[s[i]]
		v |= (digit & 31) << shift
		shift += 5
		if digit&32 == 0 {
			s = s[i+1:]
			break
		}
	}
	if v&1 != 0 {
		return -(v >> 1), s
	}
	return v >> 1, s
}

func writeVLQ(out *strings.Builder, v int) {
	u := v << 1
	if v < 0 {
		u = -v<<1 | 1
	}
	for {
		digit := u & 31
		if u >>= 5; u > 0 {
			digit |= 32
		}
		out.WriteByte(base64Digits[digit])
		if u == 0 {
			return
		}
	}
}
