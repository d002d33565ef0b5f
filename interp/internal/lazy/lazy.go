// Package lazy makes what not every process needs when it is first used, so that processes start quickly: each worker is
// one.
package lazy

import (
	"regexp"
	"sync"
)

// Regexp is a regular expression that is compiled at its first use. One that is wrong panics then.
func Regexp(text string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(text) })
}
