package datetime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/runcode-dev/runcode/interp/internal/intl"
	"github.com/runcode-dev/runcode/interp/internal/intl/datetime"
	"github.com/runcode-dev/runcode/interp/internal/intl/nodetest"
)

var update = nodetest.Update()

var locales = []string{"en-US", "en-GB", "de-DE", "fr-FR", "es-ES", "ja-JP", "pt-BR", "sv-SE", "en-CA"}

// answer does what driver.js does.
func answer(c nodetest.Case) string {
	locale, err := intl.Resolve([]string{c.Locale})
	if err != nil {
		return err.Error()
	}
	f, err := datetime.New(locale, datetime.Constructor, c.Options, "UTC")
	if err != nil {
		return err.Error()
	}
	var moments [2]float64
	for i, arg := range c.Args {
		if moments[i], err = strconv.ParseFloat(arg[2:], 64); err != nil {
			return err.Error()
		}
	}
	var text string
	var parts []intl.Part
	switch c.Method {
	case "format":
		text, err = f.Format(moments[0])
	case "formatToParts":
		parts, err = f.FormatToParts(moments[0])
		text = nodetest.Show(parts)
	case "formatRange":
		text, err = f.FormatRange(moments[0], moments[1])
	case "formatRangeToParts":
		parts, err = f.FormatRangeToParts(moments[0], moments[1])
		text = nodetest.Show(parts)
	default:
		text = nodetest.Object(f.ResolvedOptions())
	}
	if err != nil {
		return err.Error()
	}
	return text
}

var moments = []string{
	"n:0", "n:1704467045067", "n:1704412800000", "n:1704369600000", "n:1719835509999", "n:1735689599999", "n:-1", "n:951782400000",
	"n:1711846800000", "n:1710054000000", "n:-86400000000", "n:-62135596800001", "n:-62198755200000", "n:253402300800000", "n:4102444800000",
	"n:1704499200000", "n:1704488400000", "n:1704434400000",
}

var zones = []string{"UTC", "America/New_York", "Europe/Berlin", "Asia/Kolkata", "Europe/London", "Asia/Tokyo", "America/Sao_Paulo", "Australia/Sydney", "Pacific/Apia", "Asia/Kathmandu"}

func randomBag(random *rand.Rand) intl.Options {
	o := intl.Options{}
	if random.IntN(6) == 0 {
		styles := []string{"full", "long", "medium", "short"}
		if which := random.IntN(3); which != 0 {
			o["dateStyle"] = styles[random.IntN(4)]
		}
		if o["dateStyle"] == nil || random.IntN(2) == 0 {
			o["timeStyle"] = styles[random.IntN(4)]
		}
	}
	styled := o["dateStyle"] != nil || o["timeStyle"] != nil
	chance := 2 + random.IntN(3)
	for _, option := range datetime.Options() {
		switch option.Name {
		case "localeMatcher", "formatMatcher", "dateStyle", "timeStyle":
			continue
		case "hour12":
			if random.IntN(5) == 0 {
				o["hour12"] = random.IntN(2) == 0
			}
			continue
		case "hourCycle":
			if random.IntN(5) == 0 {
				o["hourCycle"] = option.Values[random.IntN(4)]
			}
			continue
		case "fractionalSecondDigits":
			if !styled && random.IntN(8) == 0 {
				o[option.Name] = float64(1 + random.IntN(3))
			}
			continue
		case "era", "timeZoneName", "dayPeriod":
			if random.IntN(2) == 0 {
				continue
			}
		}
		if !styled && option.Values != nil && random.IntN(chance) == 0 {
			o[option.Name] = option.Values[random.IntN(len(option.Values))]
		}
	}
	if random.IntN(3) == 0 {
		o["timeZone"] = zones[random.IntN(len(zones))]
	}
	return o
}

// usual is what programs ask for most.
var usual = []intl.Options{
	nil, {"dateStyle": "full"}, {"dateStyle": "long"}, {"dateStyle": "medium"}, {"dateStyle": "short"},
	{"timeStyle": "full"}, {"timeStyle": "long"}, {"timeStyle": "medium"}, {"timeStyle": "short"},
	{"dateStyle": "full", "timeStyle": "full"}, {"dateStyle": "long", "timeStyle": "short"}, {"dateStyle": "medium", "timeStyle": "medium"},
	{"dateStyle": "short", "timeStyle": "short"}, {"dateStyle": "short", "timeStyle": "short", "hour12": false}, {"timeStyle": "short", "hour12": true},
	{"dateStyle": "full", "timeStyle": "long", "timeZone": "America/New_York"}, {"timeStyle": "medium", "hourCycle": "h23"},
	{"year": "numeric"}, {"month": "long"}, {"month": "short"}, {"month": "narrow"}, {"month": "2-digit"}, {"day": "numeric"}, {"weekday": "long"}, {"weekday": "short"},
	{"year": "numeric", "month": "long"}, {"year": "numeric", "month": "short"}, {"year": "numeric", "month": "2-digit"}, {"month": "long", "day": "numeric"},
	{"month": "short", "day": "numeric"}, {"month": "numeric", "day": "numeric"}, {"year": "numeric", "month": "long", "day": "numeric"},
	{"year": "numeric", "month": "short", "day": "numeric"}, {"year": "numeric", "month": "short", "day": "2-digit"}, {"year": "numeric", "month": "2-digit", "day": "2-digit"},
	{"year": "2-digit", "month": "2-digit", "day": "2-digit"}, {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric"},
	{"weekday": "short", "year": "numeric", "month": "short", "day": "numeric"}, {"weekday": "long", "month": "long", "day": "numeric"}, {"weekday": "short", "day": "numeric"},
	{"weekday": "long", "hour": "numeric"}, {"era": "short"}, {"era": "long", "year": "numeric"}, {"era": "narrow", "year": "numeric", "month": "short", "day": "numeric"},
	{"hour": "numeric"}, {"hour": "2-digit"}, {"hour": "numeric", "minute": "2-digit"}, {"hour": "2-digit", "minute": "2-digit"}, {"hour": "2-digit", "minute": "2-digit", "second": "2-digit"},
	{"hour": "numeric", "minute": "numeric", "second": "numeric"}, {"hour": "2-digit", "minute": "2-digit", "hour12": false}, {"hour": "numeric", "hour12": false},
	{"hour": "numeric", "minute": "2-digit", "hourCycle": "h23"}, {"hour": "numeric", "minute": "2-digit", "hourCycle": "h11"}, {"minute": "numeric"}, {"minute": "2-digit", "second": "2-digit"}, {"second": "numeric"},
	{"hour": "numeric", "dayPeriod": "short"}, {"hour": "numeric", "minute": "numeric", "dayPeriod": "long"}, {"dayPeriod": "long"}, {"fractionalSecondDigits": 3.0},
	{"hour": "2-digit", "minute": "2-digit", "second": "2-digit", "fractionalSecondDigits": 3.0, "hour12": false}, {"minute": "2-digit", "second": "2-digit", "fractionalSecondDigits": 1.0},
	{"year": "numeric", "month": "numeric", "day": "numeric", "hour": "numeric", "minute": "numeric"},
	{"year": "numeric", "month": "2-digit", "day": "2-digit", "hour": "2-digit", "minute": "2-digit", "second": "2-digit"},
	{"year": "numeric", "month": "2-digit", "day": "2-digit", "hour": "2-digit", "minute": "2-digit", "second": "2-digit", "hour12": false},
	{"year": "numeric", "month": "short", "day": "numeric", "hour": "numeric", "minute": "2-digit"}, {"weekday": "long", "year": "numeric", "month": "long", "day": "numeric", "hour": "numeric", "minute": "2-digit", "timeZoneName": "short"},
	{"month": "short", "day": "numeric", "hour": "numeric", "minute": "2-digit", "timeZone": "America/Los_Angeles", "timeZoneName": "short"},
	{"timeZoneName": "short"}, {"timeZoneName": "long"}, {"timeZoneName": "shortOffset", "timeZone": "Asia/Kolkata"}, {"timeZoneName": "longOffset", "timeZone": "America/New_York"},
	{"timeZoneName": "shortGeneric", "timeZone": "America/New_York"}, {"timeZoneName": "longGeneric", "timeZone": "Europe/Berlin"}, {"hour": "numeric", "timeZoneName": "short", "timeZone": "Europe/Paris"},
}

func cases(bags []intl.Options, seed uint64, every bool) (all []nodetest.Case) {
	random := rand.New(rand.NewPCG(seed, 0))
	pick := func() string { return moments[random.IntN(len(moments))] }
	for i, bag := range bags {
		for j, locale := range locales {
			if !every && j != i%len(locales) && j != 0 {
				continue
			}
			ask := func(method string, args ...string) {
				all = append(all, nodetest.Case{Service: "DateTimeFormat", Locale: locale, Options: bag, Method: method, Args: args})
			}
			ask("format", pick())
			ask("format", pick())
			ask("formatToParts", pick())
			if locale == "en-US" && len(bags) == len(usual) { // elsewhere V8 takes letters of quoted text for fields
				ask("resolvedOptions")
			}
			if weekdayTwice := locale == "de-DE" && (bag["weekday"] != nil || bag["dateStyle"] == "full"); bag["era"] == nil && !weekdayTwice { // a slip in the CLDR
				ask("formatRangeToParts", pick(), pick())
				start := pick()
				ms, _ := strconv.ParseFloat(start[2:], 64)
				later := ms + []float64{6e4, 36e5, 9 * 36e5, 864e5, 20 * 864e5, 200 * 864e5}[random.IntN(6)]
				ask("formatRangeToParts", start, "n:"+strconv.FormatFloat(later, 'f', -1, 64))
			}
		}
	}
	return all
}

func TestUsualGolden(t *testing.T) {
	nodetest.Golden(t, "usual", *update, cases(usual, 1, true), answer)
}

func TestRandomLive(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 0))
	var bags []intl.Options
	for range 150 {
		bags = append(bags, randomBag(random))
	}
	nodetest.Live(t, cases(bags, 2, true), answer)
}

// zoneCases asks for every name of some time zones in winter and in summer, today and long ago.
func zoneCases(zones []string, locales ...string) (all []nodetest.Case) {
	for _, zone := range zones {
		for _, name := range []string{"short", "long", "shortOffset", "longOffset", "shortGeneric", "longGeneric"} {
			for _, locale := range locales {
				for _, moment := range []string{"n:1704467045067", "n:1719835509999", "n:-86400000000", "n:174000000000", "n:500000000000"} {
					o := intl.Options{"timeZone": zone, "timeZoneName": name, "hour": "numeric", "minute": "numeric"}
					all = append(all, nodetest.Case{Service: "DateTimeFormat", Locale: locale, Options: o, Method: "format", Args: []string{moment}})
				}
			}
		}
	}
	return all
}

func TestZonesGolden(t *testing.T) {
	some := []string{"UTC", "America/New_York", "America/Phoenix", "america/los_angeles", "Europe/Berlin", "Europe/London", "Europe/Dublin", "Asia/Kolkata", "Asia/Tokyo", "Australia/Lord_Howe", "America/Indiana/Knox", "Etc/GMT+5", "EST5EDT", "Africa/Casablanca"}
	nodetest.Golden(t, "zones", *update, zoneCases(some, "en-US"), answer)
}

func TestZonesLive(t *testing.T) {
	zones := slices.DeleteFunc(datetime.Zones(), func(zone string) bool {
		return zone == "America/Tijuana" || zone == "Pacific/Majuro" // versions of the zone data disagree about their past
	})
	nodetest.Live(t, zoneCases(zones, "en-US"), answer)
}

func TestDefaults(t *testing.T) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	clock := intl.Options{"hour": "numeric"}
	for _, c := range []struct {
		use     datetime.Use
		options intl.Options
		want    string
	}{
		{datetime.Constructor, nil, "1/5/2024"},
		{datetime.ToLocaleString, nil, "1/5/2024, 3:04:05 PM"},
		{datetime.ToLocaleDateString, nil, "1/5/2024"},
		{datetime.ToLocaleTimeString, nil, "3:04:05 PM"},
		{datetime.ToLocaleString, clock, "3 PM"},
		{datetime.ToLocaleDateString, clock, "1/5/2024, 3 PM"},
		{datetime.ToLocaleTimeString, intl.Options{"year": "numeric"}, "2024, 3:04:05 PM"},
		{datetime.ToLocaleTimeString, intl.Options{"timeStyle": "short"}, "3:04 PM"},
	} {
		f, err := datetime.New(locale, c.use, c.options, "")
		if err != nil {
			t.Fatal(err)
		}
		if got, err := f.Format(1704467045067); got != c.want || err != nil {
			t.Errorf("use %d with %v: got %q, %v; want %q", c.use, c.options, got, err, c.want)
		}
	}
}

func TestInvalidMoments(t *testing.T) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	f, err := datetime.New(locale, datetime.Constructor, nil, "Asia/Tokyo")
	if err != nil {
		t.Fatal(err)
	}
	for _, ms := range []float64{math.NaN(), math.Inf(1), 8.64e15 + 1, -8.65e15} {
		if got, err := f.Format(ms); err == nil || err.Error() != "RangeError: Invalid time value" {
			t.Errorf("Format(%v) = %q, %v; want a RangeError", ms, got, err)
		}
		if got, err := f.FormatRange(0, ms); err == nil {
			t.Errorf("FormatRange(0, %v) = %q; want a RangeError", ms, got)
		}
	}
}

func ExampleNew() {
	locale, _ := intl.Resolve([]string{"en-GB"})
	f, err := datetime.New(locale, datetime.Constructor, intl.Options{"dateStyle": "full"}, "Europe/London")
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(f.Format(1356912000000))
	// Output: Monday, 31 December 2012 <nil>
}

func BenchmarkFormat(b *testing.B) {
	for name, o := range map[string]intl.Options{
		"default": nil, "full": {"dateStyle": "full", "timeStyle": "full", "timeZone": "America/New_York"},
	} {
		locale, err := intl.Resolve(nil)
		if err != nil {
			b.Fatal(err)
		}
		f, err := datetime.New(locale, datetime.Constructor, o, "UTC")
		if err != nil {
			b.Fatal(err)
		}
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := f.Format(1704467045067); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkNew(b *testing.B) {
	locale, err := intl.Resolve(nil)
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := datetime.New(locale, datetime.Constructor, nil, "America/New_York"); err != nil {
			b.Fatal(err)
		}
	}
}
