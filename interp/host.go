package interp

import (
	"fmt"
	"time"

	"github.com/dop251/goja"
)

// The methods of library.Host.

// Log implements library.Host.
func (r *run) Log(level, text string) {
	line := Log{Level: level, Text: text}
	line = r.logs.Add(line)
	if r.req.Log != nil {
		r.tell(line)
	}
}

// tell hands a line to the host. What goes wrong there is no fault of the machine, which it would look like.
func (r *run) tell(line Log) {
	defer func() {
		if p := recover(); p != nil {
			panic(hostFault{p})
		}
	}()
	r.req.Log(line)
}

// hostFault is a panic of code of the host.
type hostFault struct{ cause any }

func (f hostFault) String() string { return fmt.Sprint(f.cause) }

// Now implements library.Host.
func (r *run) Now() time.Time { return r.clock.now() }

// Location implements library.Host.
func (r *run) Location() *time.Location { return r.clock.zone }

// Random implements library.Host.
func (r *run) Random(p []byte) { r.clock.read(p) }

// Timer implements library.Host.
func (r *run) Timer(delay time.Duration, fire func() error) (int64, error) {
	if len(r.timers.queue) >= r.limits.Timers {
		f := limitFailure(Output, "timers", fmt.Sprintf("more than %d timers wait at one time", r.limits.Timers),
			"await them in batches")
		r.stop(f)
		return 0, &StopError{f}
	}
	return r.timers.add(r.clock.now(), delay, fire), nil
}

// Cancel implements library.Host.
func (r *run) Cancel(id int64) { r.timers.cancel(id) }

// Uncaught implements library.Host. The first one counts.
func (r *run) Uncaught(thrown *goja.Exception) {
	if r.uncaught == nil {
		r.uncaught = thrown
		r.vm.Interrupt(thrown)
	}
}

// mostWarnings is how many warnings of a run are told.
const mostWarnings = 100

func (r *run) warn(text string) {
	if len(r.warnings) == mostWarnings {
		r.unsaid++
		return
	}
	r.warnings = append(r.warnings, text)
}

// allWarnings are the warnings, and how many there are beyond those that are told.
func (r *run) allWarnings() []string {
	if r.unsaid == 0 {
		return r.warnings
	}
	return append(r.warnings, fmt.Sprintf("%d more warnings are not shown", r.unsaid))
}

// warnAboutTimers says what the end of the run has cut off.
func (r *run) warnAboutTimers() {
	switch n := len(r.timers.queue); n {
	case 0:
	case 1:
		r.warn("the program ended while 1 timer was waiting; it never fires")
	default:
		r.warn(fmt.Sprintf("the program ended while %d timers were waiting; they never fire", n))
	}
}
