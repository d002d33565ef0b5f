package datetime

import (
	"time"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// Zone knows what a time zone is called in English. It is immutable, and any goroutine may use it.
type Zone struct{ format Format }

// NewZone finds a time zone by its name. An unknown name is a RangeError.
func NewZone(name string) (*Zone, error) {
	english := cldr.Locale("en")
	f := Format{table: english, gmt: english.Get("zone/gmtFormat"), minus: "-"}
	var err error
	if f.zoneName, f.zone, err = loadZone(name); err != nil {
		return nil, err
	}
	f.zoneNames = f.learnZone([]token{{letter: 'z', width: 4}})
	return &Zone{f}, nil
}

// Name is what the zone is called at a time, such as "Central European Summer Time". It goes by the names of today, as
// Date.prototype.toString does.
func (z *Zone) Name(at time.Time) string {
	at = at.In(z.format.zone)
	name := z.format.zoneNames.winter
	if z.format.isSummer(at) {
		name = z.format.zoneNames.summer
	}
	if name == "" {
		_, offset := at.Zone()
		return z.format.offsetText(offset, true)
	}
	return name
}
