package child

import (
	"encoding/json"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// What a message may carry. Longer texts lose their middle, and say so.
const (
	maxText     = 1 << 20 // bytes of a message of a failure, or of a warning
	maxWarnings = 4 << 20 // bytes of all warnings
	maxQueue    = 4 << 20 // bytes of output that may wait for the host
)

// log sends a line of output. A program that writes faster than the host reads waits for it.
func (r *run) log(l interp.Log) {
	text, err := json.Marshal(l.Text)
	if err != nil {
		panic(err) // a string
	}
	head, err := (&wire.Log{Level: l.Level, Dropped: l.Dropped}).AppendHead(nil)
	if err != nil {
		panic(err) // a string
	}
	r.child.out.Wait(maxQueue)
	_ = r.child.out.Send(head, text) // the goroutine that reads finds the end of a broken pipe
}

// shorten makes sure that the end of a run fits into a message.
func shorten(d *wire.Done) {
	d.Error = cut(d.Error, maxText)
	if f := d.Failure; f != nil {
		short := *f
		short.Message, short.Source = cut(f.Message, maxText), cut(f.Source, maxText)
		d.Failure = &short
	}
	size := 0
	for i, w := range d.Warnings {
		d.Warnings[i] = cut(w, maxText)
		if size += len(d.Warnings[i]); size > maxWarnings {
			left := len(d.Warnings) - i
			d.Warnings = append(d.Warnings[:i], fmt.Sprintf("%d more warnings were too long to be told", left))
			return
		}
	}
}

// cut takes the middle out of a text that is longer than most.
func cut(text string, most int) string {
	if len(text) <= most {
		return text
	}
	head := strings.ToValidUTF8(text[:most/2], "")
	tail := strings.ToValidUTF8(text[len(text)-most/2:], "")
	return fmt.Sprintf("%s … (%d bytes left out) … %s", head, len(text)-len(head)-len(tail), tail)
}
