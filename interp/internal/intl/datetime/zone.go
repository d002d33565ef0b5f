package datetime

import (
	"slices"
	"strconv"
	"strings"
	"time"
	_ "time/tzdata" // the zones, where the host has none

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/cldr"
)

// CanonicalZone returns the canonical name of a time zone, such as "Asia/Calcutta" of "asia/kolkata", and whether it is
// one. Letters in either case name the same zone.
func CanonicalZone(name string) (canonical string, ok bool) {
	return cldr.World().Find("zone/" + strings.ToLower(name))
}

// loadZone returns the canonical name and the rules of a time zone. An unknown name is a RangeError.
func loadZone(name string) (canonical string, zone *time.Location, err error) {
	canonical, ok := CanonicalZone(name)
	if !ok || canonical == "Etc/Unknown" {
		return "", nil, intl.Rangef("Invalid time zone specified: %s", name)
	}
	if canonical == "UTC" {
		return canonical, time.UTC, nil
	}
	if zone, err = time.LoadLocation(canonical); err != nil {
		return "", nil, intl.Rangef("Invalid time zone specified: %s", name)
	}
	return canonical, zone, nil
}

// zoneText returns the name of the time zone at a moment, as a field of a pattern asks for it.
func (f *Format) zoneText(t *token, at time.Time) string {
	long := t.width >= 4
	_, offset := at.Zone()
	text := ""
	switch t.letter {
	case 'z':
		text = f.specificName(t.width, at)
	case 'v':
		text = f.genericName(long, at)
	}
	if text == "" {
		text = f.offsetText(offset, long)
	}
	return text
}

// offsetText returns a difference to Greenwich, such as "GMT+5:30" or "GMT+05:30".
func (f *Format) offsetText(offset int, long bool) string {
	sign, seconds := "+", offset
	if offset < 0 {
		sign, seconds = f.minus, -offset
	}
	h, m, s := seconds/3600, seconds/60%60, seconds%60
	text := append(make([]byte, 0, 16), sign...)
	if long {
		text = twoDigits(text, h)
	} else {
		text = strconv.AppendInt(text, int64(h), 10)
	}
	if long || m != 0 || s != 0 {
		text = twoDigits(append(text, ':'), m)
	}
	if s != 0 {
		text = twoDigits(append(text, ':'), s)
	}
	return strings.Replace(f.gmt, "{0}", string(text), 1)
}

func twoDigits(text []byte, n int) []byte { return append(text, byte('0'+n/10), byte('0'+n%10)) }

// zoneNames are the names of a zone since its metazone last changed. The zero value has none.
type zoneNames struct {
	width          int   // of the field that they are for
	since          int64 // seconds since 1970
	winter, summer string
}

// learnZone looks up the names that a pattern shows.
func (f *Format) learnZone(pattern []token) zoneNames {
	at := slices.IndexFunc(pattern, func(t token) bool { return t.letter == 'z' })
	spans := cldr.World().Get("metazone/" + f.zoneName)
	from, rest, _ := strings.Cut(spans[strings.LastIndexByte(spans, '|')+1:], ">")
	to, metazone, _ := strings.Cut(rest, ">")
	since, err := time.Parse(spanTime, from)
	if from == "" {
		since, err = time.Unix(0, 0), nil
	}
	if at < 0 || to != "" || err != nil {
		return zoneNames{}
	}
	width := pattern[at].width
	return zoneNames{
		width: width, since: since.Unix(),
		winter: f.nameOf(width >= 4, "standard", metazone), summer: f.nameOf(width >= 4, "daylight", metazone),
	}
}

// spanTime is how the tables write the ends of the time that a zone belongs to a metazone, in UTC.
const spanTime = "2006-01-02 15:04"

// specificName returns the name of the zone in winter or summer time, and "" when it has none.
func (f *Format) specificName(width int, at time.Time) string {
	summer := f.isSummer(at)
	if known := &f.zoneNames; known.width == width && at.Unix() >= known.since && at.Year() < 9999 {
		if summer {
			return known.summer
		}
		return known.winter
	}
	kind := "standard"
	if summer {
		kind = "daylight"
	}
	return f.nameOf(width >= 4, kind, f.metazone(at))
}

// nameOf returns a name that the zone itself has or else its metazone.
func (f *Format) nameOf(long bool, kind, metazone string) string {
	width := "/short/"
	if long {
		width = "/long/"
	}
	name := f.zoneName
	if name == "UTC" {
		name = "Etc/UTC"
	}
	if text, ok := f.table.Find("zone/name/" + name + width + kind); ok {
		return text
	}
	return f.table.Get("zone/meta/" + metazone + width + kind)
}

// isSummer says whether daylight saving time is in force. Ireland and Morocco call their summer time standard, and their
// winter time a saving of minus one hour; the names are the other way round.
func (f *Format) isSummer(at time.Time) bool {
	switch summer := at.IsDST(); f.zoneName {
	case "Europe/Dublin":
		return summer != (at.Year() >= 1972)
	case "Africa/Casablanca", "Africa/El_Aaiun":
		return summer != (at.Year() >= 2019)
	default:
		return summer
	}
}

// metazone returns the group of zones that this one belongs to at a moment, and "" when it belongs to none, as all do
// before 1970 and after 9999.
func (f *Format) metazone(at time.Time) string {
	if y := at.UTC().Year(); y < 1970 || y > 9999 {
		return ""
	}
	spans := cldr.World().Get("metazone/" + f.zoneName)
	now := at.UTC().Format(spanTime)
	for span := range strings.SplitSeq(spans, "|") {
		from, rest, _ := strings.Cut(span, ">")
		to, metazone, _ := strings.Cut(rest, ">")
		if from <= now && (to == "" || now < to) {
			return metazone
		}
	}
	return ""
}

// Zones returns the canonical names of the time zones that belong to a place, sorted, as Intl.supportedValuesOf("timeZone") does.
func Zones() (names []string) {
	for name, country := range cldr.World().Under("country/") {
		if country != "001" {
			names = append(names, name)
		}
	}
	return names
}
