package interp

import (
	cryptorand "crypto/rand"
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"time"

	"github.com/dop251/goja"
)

// clock is what a program knows of time and chance.
type clock struct {
	fixed *Fixed    // nil: the real ones
	at    time.Time // what a fixed clock says
	zone  *time.Location
	chaos *rand.ChaCha8 // nil: the system's
}

func (c *clock) set(fixed *Fixed, local *time.Location) error {
	c.zone = local
	if fixed == nil {
		return nil
	}
	zone, err := time.LoadLocation(fixed.TimeZone)
	if err != nil {
		return fmt.Errorf("time zone %q: %w", fixed.TimeZone, err)
	}
	var seed [32]byte
	binary.LittleEndian.PutUint64(seed[:], fixed.Seed)
	c.fixed, c.at, c.zone, c.chaos = fixed, fixed.Now, zone, rand.NewChaCha8(seed)
	return nil
}

func (c *clock) now() time.Time {
	if c.fixed == nil {
		return time.Now()
	}
	return c.at
}

// advance moves a fixed clock to the time of a timer that fires.
func (c *clock) advance(due time.Time) {
	if due.After(c.at) {
		c.at = due
	}
}

// instant reports whether timers do not wait.
func (c *clock) instant() bool { return c.fixed != nil && c.fixed.Instant }

// random is the source of Math.random.
func (c *clock) random() goja.RandSource {
	if c.chaos == nil {
		return rand.Float64
	}
	return rand.New(c.chaos).Float64
}

// read fills p with random bytes.
func (c *clock) read(p []byte) {
	if c.chaos == nil {
		_, _ = cryptorand.Read(p) // never fails: it ends the process instead
		return
	}
	_, _ = c.chaos.Read(p) // never fails
}

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
