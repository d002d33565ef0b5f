package inspect

import (
	"math"
	"strings"
)

const (
	defaultLineWidth = 80
	inlineLevels     = 3 // levels of nesting that may share a line
	minGrouped       = 6 // arrays with more elements are set in columns
	maxColumns       = 15
)

// shape is an object taken apart: what is written before its parts, the parts, and what follows.
type shape struct {
	base        string // such as "[Function: f]"; comes before the opening
	open, close string
	parts       []string
	array       bool // the parts are elements that may be set in columns
	more        bool // the last part stands for elements that are not shown
	numeric     bool // all elements are numbers
}

// join lays out the parts of an object of the given level: on one line where they fit, else one on each line.
func (w *writer) join(s shape, level int) string {
	parts := s.parts
	if s.array && len(parts) > minGrouped {
		parts = w.group(s)
	}
	prefix := s.open
	if s.base != "" {
		prefix = s.base + " " + s.open
	}
	if w.deepest-level < inlineLevels && len(parts) == len(s.parts) && w.fits(parts, s) {
		if line := strings.Join(parts, ", "); !strings.Contains(line, "\n") {
			return prefix + " " + line + " " + s.close
		}
	}
	newline := "\n" + strings.Repeat(" ", w.indent)
	return prefix + newline + "  " + strings.Join(parts, ","+newline+"  ") + newline + s.close
}

func (w *writer) fits(parts []string, s shape) bool {
	start := len(parts) + w.indent + length(s.open) + length(s.base) + 10
	total := len(parts) + start
	if total+len(parts) > w.lineWidth {
		return false
	}
	for _, part := range parts {
		if total += length(part); total > w.lineWidth {
			return false
		}
	}
	return !strings.Contains(s.base, "\n")
}

// group sets the elements of an array in columns, as many as look good, and returns the rows.
func (w *writer) group(s shape) []string {
	elements := s.parts
	if s.more {
		elements = elements[:len(elements)-1]
	}
	const separator = 2
	total, longest := 0, 0
	lengths := make([]int, len(elements))
	for i, e := range elements {
		lengths[i] = columns(e)
		total += lengths[i] + separator
		longest = max(longest, lengths[i])
	}
	cell := longest + separator
	if cell*3+w.indent >= w.lineWidth || float64(total)/float64(cell) <= 5 && longest > 6 {
		return s.parts
	}
	n := columnCount(cell, total, len(elements), len(s.parts), w.lineWidth-w.indent)
	if n <= 1 {
		return s.parts
	}
	rows := setRows(elements, lengths, n, s.numeric)
	if s.more {
		rows = append(rows, s.parts[len(s.parts)-1])
	}
	return rows
}

// columnCount chooses the number of columns so that the whole is about as wide as it is high.
func columnCount(cell, total, elements, parts, room int) int {
	const heightOfCharacter = 2.5
	bias := math.Sqrt(float64(cell) - float64(total)/float64(parts))
	biased := math.Max(float64(cell)-3-bias, 1)
	square := math.Floor(math.Sqrt(heightOfCharacter*biased*float64(elements))/biased + 0.5)
	return min(int(square), room/cell, inlineLevels*4, maxColumns)
}

// setRows pads the elements to columns: numbers to the right, all else to the left.
func setRows(elements []string, lengths []int, n int, numeric bool) []string {
	const separator = 2
	widths := make([]int, n)
	for i, l := range lengths {
		widths[i%n] = max(widths[i%n], l+separator)
	}
	var rows []string
	for start := 0; start < len(elements); start += n {
		var row strings.Builder
		end := min(start+n, len(elements))
		for i := start; i < end; i++ {
			last := i == end-1
			pad, element := widths[i-start]-lengths[i]-separator, elements[i]
			if !last {
				element += ", "
			}
			switch {
			case numeric:
				row.WriteString(strings.Repeat(" ", pad) + element)
			case last:
				row.WriteString(element)
			default:
				row.WriteString(element + strings.Repeat(" ", pad))
			}
		}
		rows = append(rows, row.String())
	}
	return rows
}
