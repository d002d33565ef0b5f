package interp

import (
	_ "embed" // of the program text below
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/dop251/goja"
)

//go:embed dates.js
var zonedDates string

// localZone finds the zone of the process by its IANA name, which Go does not tell where it comes from /etc/localtime. It
// is UTC where it cannot be found.
func localZone() *time.Location {
	if time.Local.String() != "Local" {
		return time.Local
	}
	target, err := os.Readlink("/etc/localtime")
	if err != nil {
		return time.UTC
	}
	_, name, _ := strings.Cut(target, "zoneinfo/")
	zone, err := time.LoadLocation(name)
	if err != nil || name == "" {
		return time.UTC
	}
	return zone
}

// defineDates makes Date agree with the clock of the run, for a program that uses it in another zone than the machine does
// by itself.
func (r *run) defineDates() error {
	same := r.engine.agrees
	if r.clock.zone != r.engine.local {
		same = sameZone(r.clock.zone, time.Local)
	}
	if same || !strings.Contains(r.program.Text, "Date") {
		return nil
	}
	maker, err := r.vm.RunProgram(r.engine.prelude.dates)
	if err != nil {
		return fmt.Errorf("defining Date: %w", err)
	}
	zone := r.clock.zone
	function := func(f func(ms int64) any) goja.Value {
		return r.vm.ToValue(func(call goja.FunctionCall) goja.Value { return r.vm.ToValue(f(call.Argument(0).ToInteger())) })
	}
	offset := function(func(ms int64) any { return offsetAt(zone, ms) })
	utc := function(func(ms int64) any {
		t := time.UnixMilli(ms).UTC()
		return time.Date(t.Year(), t.Month(), t.Day(), t.Hour(), t.Minute(), t.Second(), t.Nanosecond(), zone).UnixMilli()
	})
	name := function(func(ms int64) any {
		abbreviation, _ := time.UnixMilli(ms).In(zone).Zone()
		return abbreviation
	})
	f, _ := goja.AssertFunction(maker)
	date, err := f(nil, r.vm.Get("Date"), offset, utc, name)
	if err != nil {
		return fmt.Errorf("defining Date: %w", err)
	}
	return define(r.vm.GlobalObject(), "Date", date, goja.FLAG_FALSE)
}

// offsetAt is by how many milliseconds a zone is ahead of UTC.
func offsetAt(zone *time.Location, ms int64) int64 {
	_, seconds := time.UnixMilli(ms).In(zone).Zone()
	return int64(seconds) * 1000
}

// sameZone reports whether two zones have the same time in each quarter of the years in which zones change their rules.
func sameZone(a, b *time.Location) bool {
	if a == b {
		return true
	}
	for year := 1970; year <= 2037; year++ {
		for month := time.January; month <= time.December; month += 3 {
			ms := time.Date(year, month, 1, 0, 0, 0, 0, time.UTC).UnixMilli()
			if offsetAt(a, ms) != offsetAt(b, ms) {
				return false
			}
		}
	}
	return true
}
