package library_test

import (
	"cmp"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/dop251/goja"
	"github.com/evanw/esbuild/pkg/api"

	"github.com/runcode-dev/runcode/interp/internal/library"
)

// host is the least that the library needs: it keeps the log, and its clock moves only from timer to timer.
type host struct {
	log    strings.Builder
	now    time.Time
	lines  int
	random *rand.ChaCha8
	lastID int64
	timers []timer
}

type timer struct {
	at   time.Time
	id   int64
	fire func() error
}

const maxTimers = 10_000

func newHost() *host {
	return &host{now: time.Date(2024, 5, 6, 7, 8, 9, 0, time.UTC), random: rand.NewChaCha8([32]byte{})}
}

func (h *host) Log(_, text string)       { h.log.WriteString(text + "\n") }
func (h *host) Now() time.Time           { return h.now }
func (h *host) Location() *time.Location { return time.UTC }
func (h *host) Lines() int               { return h.lines }

func (h *host) Sources() map[string]string { return nil }

func (h *host) Random(p []byte) { h.random.Read(p) }

func (h *host) Timer(delay time.Duration, fire func() error) (int64, error) {
	if len(h.timers) == maxTimers {
		return 0, fmt.Errorf("more than %d timers wait", maxTimers)
	}
	h.lastID++
	h.timers = append(h.timers, timer{h.now.Add(delay), h.lastID, fire})
	return h.lastID, nil
}

func (h *host) Cancel(id int64) {
	h.timers = slices.DeleteFunc(h.timers, func(t timer) bool { return t.id == id })
}

func (h *host) Uncaught(thrown *goja.Exception) { h.Log("", "uncaught "+thrown.Value().String()) }

// next fires the earliest timer.
func (h *host) next() error {
	t := slices.MinFunc(h.timers, func(a, b timer) int {
		return cmp.Or(a.at.Compare(b.at), cmp.Compare(a.id, b.id))
	})
	h.Cancel(t.id)
	h.now = t.at
	return t.fire()
}

var supported = map[string]bool{
	"async-generator": false, "for-await": false, "using": false, "decorators": false, "import-meta": false,
	"regexp-match-indices": false, "regexp-sticky-and-unicode-flags": false, "regexp-set-notation": false, "regexp-unicode-property-escapes": false,
}

// compile makes a program of the body of an async function.
func compile(body string) (string, error) {
	r := api.Transform("(async () => {"+body+"\n})()", api.TransformOptions{Target: api.ESNext, Supported: supported, Loader: api.LoaderTS, Charset: api.CharsetUTF8})
	if len(r.Errors) > 0 {
		return "", errors.New(r.Errors[0].Text)
	}
	return string(r.Code), nil
}

// machine makes a machine with what the code needs.
func machine(h *host, code string) (*goja.Runtime, error) {
	vm := goja.New()
	vm.SetTimeSource(func() time.Time { return h.now })
	vm.SetRandSource(rand.New(h.random).Float64)
	vm.SetMaxCallStackSize(1000)
	return vm, library.Install(vm, h, library.Needs(code))
}

// run runs a program to its end and returns what it logged. An exception that it does not catch ends the log.
func run(body string) (string, error) {
	code, err := compile(body)
	if err != nil {
		return "", err
	}
	h := newHost()
	h.lines = strings.Count(body, "\n") + 1
	vm, err := machine(h, code)
	if err != nil {
		return "", err
	}
	v, err := vm.RunString(code)
	for err == nil {
		p := v.Export().(*goja.Promise)
		if p.State() == goja.PromiseStateRejected {
			h.Log("error", "throws "+thrown(p.Result()))
			break
		}
		if len(h.timers) == 0 || p.State() == goja.PromiseStateFulfilled {
			break
		}
		err = h.next()
	}
	return h.log.String(), err
}

func thrown(v goja.Value) string {
	if o, ok := v.(*goja.Object); ok {
		return fmt.Sprintf("%s: %s", o.Get("name"), o.Get("message"))
	}
	return v.String()
}

// logs runs a program that must not fail.
func logs(t *testing.T, body string) string {
	t.Helper()
	out, err := run(body)
	if err != nil {
		t.Fatalf("%s\nran into: %v", body, err)
	}
	return strings.TrimSuffix(out, "\n")
}
