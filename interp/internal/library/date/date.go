// Package date reads the dates that programs write, in all the forms that V8 reads, and turns local time into UTC and back.
//
// Times are milliseconds since 1970 in UTC, as a Date of JavaScript holds them; a time that is not valid is NaN. Local times
// are counted in the same way, as if the clocks of the zone showed UTC.
package date

import (
	"math"
	"time"
)

// MaxTime is the largest time that a Date can hold, on both sides of 1970.
const MaxTime = 8.64e15

// PerDay is the length of a day.
const PerDay = 864e5

// Clip is a time as a Date holds it: whole milliseconds, and NaN beyond [MaxTime].
func Clip(t float64) float64 {
	if !(math.Abs(t) <= MaxTime) {
		return math.NaN()
	}
	return math.Trunc(t) + 0 // never -0
}

// Offset is by how much the clocks of a zone are ahead of UTC at a valid time.
func Offset(t float64, zone *time.Location) float64 {
	_, seconds := time.UnixMilli(int64(t)).In(zone).Zone()
	return float64(seconds) * 1000
}

// UTC is the time at which the clocks of a zone show a local time. If they show it twice, it is the first time; if they
// leave it out, it is as if they had not been put forward.
func UTC(local float64, zone *time.Location) float64 {
	if !(math.Abs(local) <= MaxTime+PerDay) {
		return math.NaN()
	}
	before, after := Offset(local-PerDay, zone), Offset(local+PerDay, zone)
	if before == after || Offset(local-before, zone) == before || Offset(local-after, zone) != after {
		return local - before
	}
	return local - after
}

// Day is the local time at which a day begins, of which the month is counted from 0. All may lie beyond the ends of what
// they count, and only their whole part matters.
func Day(year, month, day float64) float64 {
	if sum := year + month + day; math.IsNaN(sum) || math.IsInf(sum, 0) {
		return math.NaN()
	}
	year, month, day = math.Trunc(year), math.Trunc(month), math.Trunc(day)
	year += math.Floor(month / 12)
	month -= math.Floor(month/12) * 12
	if math.Abs(year) > 400_000 {
		return math.NaN()
	}
	first := time.Date(int(year), time.Month(month)+1, 1, 0, 0, 0, 0, time.UTC)
	return float64(first.UnixMilli()) + (day-1)*PerDay
}

// Clock is the part of a local time that is within a day, of hours, minutes, seconds and milliseconds, of which only the
// whole part matters.
func Clock(hour, minute, second, millisecond float64) float64 {
	return math.Trunc(hour)*36e5 + math.Trunc(minute)*6e4 + math.Trunc(second)*1e3 + math.Trunc(millisecond)
}
