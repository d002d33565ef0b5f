package main

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// size is a number of bytes, written as "4096", "256KiB" or "1MiB".
type size int64

// UnmarshalText reads a size. It is for the command line, as those of the other quantities are.
func (s *size) UnmarshalText(text []byte) error {
	number, factor := string(text), int64(1)
	for suffix, f := range map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30} {
		if n, ok := strings.CutSuffix(number, suffix); ok {
			number, factor = n, f
			break
		}
	}
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || n <= 0 {
		return fmt.Errorf("%q is not a size above zero; write a number of bytes, or one with KiB, MiB or GiB", text)
	}
	if n > math.MaxInt/factor {
		return fmt.Errorf("%q is more than any machine has", text)
	}
	*s = size(n * factor)
	return nil
}

// count is how many there may be of something.
type count int

// UnmarshalText reads a count.
func (c *count) UnmarshalText(text []byte) error {
	n, err := strconv.Atoi(string(text))
	if err != nil || n <= 0 {
		return fmt.Errorf("%q is not a whole number above zero", text)
	}
	*c = count(n)
	return nil
}

// span is a length of time, written as [time.ParseDuration] reads it.
type span time.Duration

// UnmarshalText reads a span.
func (s *span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(string(text))
	if err != nil || d <= 0 {
		return fmt.Errorf("%q is not a time above zero; write a number with its unit, such as 500ms, 30s or 5m", text)
	}
	*s = span(d)
	return nil
}
