package datetime

import (
	"strings"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// genericName returns the name of the zone for the whole year, such as "Pacific Time". Without one, it is named after its
// country or city; "" when that is not known either.
func (f *Format) genericName(long bool, at time.Time) string {
	metazone := f.metazone(at)
	if name := f.nameOf(long, "generic", ""); name != "" {
		return name
	}
	if metazone != "" && !f.changesNear(at) {
		standard := f.nameOf(long, "standard", metazone)
		if standard != "" && standard != f.nameOf(long, "generic", metazone) {
			return standard
		}
	}
	if name := f.nameOf(long, "generic", metazone); name != "" {
		if f.differsFromGolden(metazone, at) {
			return strings.NewReplacer("{0}", f.part(metazone), "{1}", name).Replace(f.table.Get("zone/fallbackFormat"))
		}
		return name
	}
	if cldr.World().Get("country/"+f.zoneName) == "001" {
		return ""
	}
	return strings.Replace(f.table.Get("zone/regionFormat"), "{0}", f.place(), 1)
}

// changesNear says whether daylight saving time is in force within half a year.
func (f *Format) changesNear(at time.Time) bool {
	const halfYear = 184 * 24 * time.Hour
	if f.isSummer(at) {
		return true
	}
	start, end := at.ZoneBounds()
	before := !start.IsZero() && at.Sub(start) < halfYear && f.isSummer(start.Add(-time.Second))
	after := !end.IsZero() && end.Sub(at) < halfYear && f.isSummer(end)
	return before || after
}

// differsFromGolden says whether the zone that a metazone is named after, in the country of the locale, has another time
// at that moment.
func (f *Format) differsFromGolden(metazone string, at time.Time) bool {
	golden, ok := cldr.World().Find("golden/" + metazone + "/" + f.country())
	if !ok {
		golden = cldr.World().Get("golden/" + metazone)
	}
	if golden == "" || golden == f.zoneName {
		return false
	}
	_, zone, err := loadZone(golden)
	if err != nil {
		return false
	}
	_, mine := at.Zone()
	_, other := at.In(zone).Zone()
	return mine != other
}

// country returns the country of the locale.
func (f *Format) country() string {
	if f.locale.Name == "en-GB" || f.locale.Name == "en-CA" {
		return f.locale.Name[3:]
	}
	return map[string]string{"en": "US", "de": "DE", "fr": "FR", "es": "ES", "ja": "JP", "pt": "BR", "sv": "SE"}[f.locale.Language()]
}

// place returns the country of the zone when the zone is the only or the main one there, and else its city.
func (f *Format) place() string {
	country := cldr.World().Get("country/" + f.zoneName)
	if cldr.World().Get("primary/"+country) == f.zoneName {
		if name, ok := f.table.Find("region/" + country); ok {
			return name
		}
	}
	return f.city()
}

// part returns the country of the zone when the metazone is named after the zone there, and else its city.
func (f *Format) part(metazone string) string {
	country := cldr.World().Get("country/" + f.zoneName)
	if cldr.World().Get("golden/"+metazone+"/"+country) == f.zoneName {
		if name, ok := f.table.Find("region/" + country); ok {
			return name
		}
	}
	return f.city()
}

func (f *Format) city() string {
	if city, ok := f.table.Find("zone/city/" + f.zoneName); ok {
		return city
	}
	return strings.ReplaceAll(f.zoneName[strings.LastIndexByte(f.zoneName, '/')+1:], "_", " ")
}
