// Package library is the part of JavaScript's standard library that goja lacks or answers wrongly, and the small web API
// that programs expect: console, timers, URL, TextEncoder, AbortController, structuredClone, Intl and the like.
//
// A part is present in a virtual machine only when the text of the program names it. [Needs] finds the names once for a
// compiled program, [Install] puts exactly those parts in place, so a program that touches none of them pays nothing.
// A name counts wherever it stands, in code, in a string or in a comment. What this misses is a name that a program puts
// together at run time, such as Object["group" + "By"]: there the machine answers as goja does by itself. A program that
// looks at whole objects (globalThis, Object.getOwnPropertyNames, Reflect.ownKeys, …) gets every part.
//
// Three kinds of parts do not add anything but put right what is there: functions that goja has wrong (RegExp, JSON,
// toLocaleString, replaceAll, …), functions that it has slow (sort), and guards before those that cannot be interrupted
// while they run (fill, join, repeat, new Float64Array, …), which refuse with a RangeError what would take too long or too
// much memory. Guards are hygiene and no boundary: operators, and natives that are not named, stay as they are.
//
// What answers differently from Node is listed in node_test.go, beside the programs that show it.
//
// The package knows nothing of tools, limits or the event loop; it reaches them through [Host].
package library

import (
	"fmt"
	"time"

	"github.com/dop251/goja"
)

// Host is what the library needs of the interpreter. All its methods are called on the goroutine that owns the virtual
// machine, and only while it runs the program or a function given to Timer.
type Host interface {
	// Log takes one message of the console. Level is log, info, warn, error or debug; text may have several lines and
	// does not end with a newline.
	Log(level, text string)

	// Now is the program's clock, of which performance.now is the distance to the time of Install.
	Now() time.Time

	// Location is the time zone of dates that a program formats without naming one.
	Location() *time.Location

	// Lines is the number of lines of the program. Frames of a stack that lie beyond them are those of what is around it,
	// and are not shown.
	Lines() int

	// Sources are what regular expressions of the program were before it was compiled, by what they are now.
	Sources() map[string]string

	// Random fills p with random bytes. They are a secret unless the run is meant to be repeatable.
	Random(p []byte)

	// Timer arranges that fire is called once, after delay, and never before Timer returns. The id is positive and not
	// used again in the run. The error of fire is the exception that the program's function threw and nothing caught, or
	// the interruption that ended it. The error of Timer is thrown to the program as a RangeError: too many timers wait.
	Timer(delay time.Duration, fire func() error) (id int64, err error)

	// Cancel drops a timer; an id that is unknown or has fired is ignored.
	Cancel(id int64)

	// Uncaught ends the run with what the program threw outside of everything that could catch it.
	Uncaught(thrown *goja.Exception)
}

// Install puts the parts in f into a fresh machine. It must be called before the program runs, on the goroutine that owns
// vm. An error is a defect of this package, not of the program.
func Install(vm *goja.Runtime, h Host, f Features) error {
	if f == 0 && len(h.Sources()) == 0 {
		return nil
	}
	l := &library{vm: vm, host: h, start: h.Now(), features: f}
	var err error
	ex := vm.Try(func() { err = l.install() })
	if ex != nil {
		return fmt.Errorf("installing the library: %w", ex)
	}
	return err
}

// library is the state of one installation.
type library struct {
	vm       *goja.Runtime
	host     Host
	start    time.Time
	features Features
	console  *console    // nil: the program does not name it
	intl     *formatters // nil: not used yet
	dates    *dates      // nil: the program does not name Date

	sources map[string]string // see [library.keepSources]; nil: not needed so far
}

func (l *library) install() error {
	if len(l.host.Sources()) > 0 {
		if err := l.keepSources(); err != nil {
			return fmt.Errorf("installing source: %w", err)
		}
	}
	for i, p := range parts {
		if l.features&(1<<i) == 0 || p.install == nil {
			continue
		}
		if err := p.install(l); err != nil {
			return fmt.Errorf("installing %s: %w", p.names, err)
		}
	}
	return nil
}
