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
	images     int
	imageBytes int
	noteChars  int
	seen       map[string]bool // notes, for a tool that gives the same advice each time
	leftImages int
	leftNotes  int
	done       bool
}

// take adds what one finished call brings along.
func (r *riders) take(o scheduler.Observation) {
	r.done = r.done || o.Result.Done
	for _, c := range o.Result.Content {
		if !c.IsText() {
			r.image(o.Call.Tool, c)
		}
	}
	for _, c := range o.Result.Notes {
		if c.IsText() {
			r.note(o.Call.Tool, c)
		} else {
			r.image(o.Call.Tool, c)
		}
	}
}

func (r *riders) image(tool string, c registry.Content) {
	if r.images == maxImages || r.imageBytes+len(c.Data) > maxImageBytes {
		r.leftImages++
		return
	}
	r.images++
	r.imageBytes += len(c.Data)
	c.Source = tool
	r.content = append(r.content, c)
}

func (r *riders) note(tool string, c registry.Content) {
	key := tool + "\x00" + c.Text
	if r.seen[key] {
		return
	}
	n := utf8.RuneCountInString(c.Text)
	if r.noteChars+n > maxNotes {
		r.leftNotes++
		return
	}
	if r.seen == nil {
		r.seen = map[string]bool{}
	}
	r.seen[key] = true
	r.noteChars += n
	c.Source = tool
	r.content = append(r.content, c)
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
