package bridge

import (
	"fmt"
	"unicode/utf8"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
)

// What may ride on the result of a run besides its text.
const (
	maxImages     = 20
	maxImageBytes = 20 << 20 // of all images together
	maxNotes      = 10_000   // characters of all notes together
)

// riders collects the images and notes of nested calls, which ride on the outer result, in the order of submission.
type riders struct {
	content    []registry.Content
	taken      map[rider]bool
	images     int
	imageBytes int
	noteChars  int
	leftImages int
	leftNotes  int
	done       bool
}

// rider is what makes two blocks the same: the note of a tool that gives the same advice each time, and what a tool that
// calls others passes on of their results.
type rider struct {
	source, text string
	data         *byte
}

// take adds what one finished call brings along.
func (r *riders) take(o scheduler.Observation) {
	r.done = r.done || o.Result.Done
	for _, c := range o.Result.Content {
		if !c.IsText() {
			r.add(o.Call.Tool, c)
		}
	}
	for _, c := range o.Result.Notes {
		r.add(o.Call.Tool, c)
	}
}

// add adds a block of a tool's result, which may have come from a call below it.
func (r *riders) add(tool string, c registry.Content) {
	passedOn := c.Source != ""
	if !passedOn {
		c.Source = tool
	}
	key := rider{source: c.Source, text: c.Text}
	if len(c.Data) > 0 {
		key.data = &c.Data[0]
	}
	if r.taken[key] && (passedOn || c.IsText()) {
		return
	}
	if !r.fits(c) {
		return
	}
	if r.taken == nil {
		r.taken = map[rider]bool{}
	}
	r.taken[key] = true
	r.content = append(r.content, c)
}

// fits counts a block, and reports whether there is still room for it.
func (r *riders) fits(c registry.Content) bool {
	if !c.IsText() {
		if r.images == maxImages || r.imageBytes+len(c.Data) > maxImageBytes {
			r.leftImages++
			return false
		}
		r.images++
		r.imageBytes += len(c.Data)
		return true
	}
	n := utf8.RuneCountInString(c.Text)
	if r.noteChars+n > maxNotes {
		r.leftNotes++
		return false
	}
	r.noteChars += n
	return true
}

// warnings says what was left out.
func (r *riders) warnings() []string {
	var w []string
	if r.leftImages > 0 {
		w = append(w, fmt.Sprintf("%d images of nested calls were left out: a run shows at most %d, of %d MiB together", r.leftImages, maxImages, maxImageBytes>>20))
	}
	if r.leftNotes > 0 {
		w = append(w, fmt.Sprintf("%d notes of nested calls were left out: a run shows at most %d characters of them", r.leftNotes, maxNotes))
	}
	return w
}
