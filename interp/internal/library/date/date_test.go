package date_test

import (
	"bytes"
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/library/date"
)

// written are dates as programs write them, and what looks like one.
var written = []string{
	"2024-05-06", "2024-05-06T07:08:09", "2024-05-06T07:08:09Z", "2024-05-06T07:08:09.123Z", "2024-05-06T07:08:09+02:00", "2024-05", "2024",
	"2001-11-28 03:40-0530", "2024-001", "2024-05-06t07:08z", "May 6, 2024", "6 May 2024 7:08 pm", "Jan 5, 2024 10:00 GMT+2", "2024/1/5",
	"Mon, 06 May 2024 07:08:09 GMT", "Mon May 06 2024 07:08:09 GMT+0200 (CEST)", "5/6/24", "1/2/70 3:4", "12:30", "Sat Mar 30 2024 02:30",
	"+002024-05-06T00:00:00Z", "-000001-01-01", "-000000:00 PST", "2024-05-06 07:08:09.5", "May 5", "20240506", "2024-W05", "2024.05.06",
	"Tuesday, November 5, 2024 at 10:00 PM", "06.05.2024", "1st May 2024", "Dec 25 1995 13:30 EST", "24:00 2024-01-01", "2024-01-01T24:00",
	"2024-01-01T24:00:01", "(comment) 2024-01-01", "1 2 3 4", "Jan 1 2024 12:00 am", "Jan 1 2024 12:00am", "2024-5-6", "1e3", "Feb 31 2024",
	"2024-05-06T07:08:09.1234567890123+0530", "31 Feb", "2024-02-31", "99/12/31", "0/1/2", "13/1/2024", "1:2:3.4 5/6/7", "5::6 1/1/2024",
	"2024-01-01 10:00 +1:30", "2024-01-01 10:00 UTC-08", "2024-01-01T10:00:00 -08:00", "2024-01-01 10:00 PST", "2024-01-01T10:00 +0100",
	"2024 Jan 5", "Jan-05-2024", "5-Jan-24", "2024-Jan-05", "Thu Jan 01 1970 00:00:00 GMT+0000 (Coordinated Universal Time)", "1900-01-01",
	"2024-03-31T02:30:00", "2024-10-27T02:30:00", "2024-10-27 02:30", "1800-06-01T12:00", "3000-07-01 00:00", "2024-05-06T07:08:09,123",
	"2024-05-06T7:08", "T10:00", "z", "Z2024", "2024Z", "2024-05Z", "2024-05-06Z", "12 2024", "Today", "NaN", "", "   ", "2024年5月6日", "２０２４",
	"2024-05-06\u00a010:00", "2024-05-06T07:08:09.Z", "+275760-09-13", "+275760-09-13T00:00:00.001Z", "-271821-04-20", "Sept 5 2024",
	"September5 2024", "mayor 3 2024", "1/1/2024 12 AM", "2024-06-01 noon", "June 2024", "1 January 2000 00:00 UTC", "00:00 1 January 2000",
	"2000-01-01 00:00:60", "2000-01-01 23:59:59.9999",
}

// scraps are what a text is changed with.
var scraps = []string{
	"-", "+", ":", ".", " ", "/", ",", "T", "Z", "t", "z", "0", "1", "9", "12", "31", "2024", "24", "99", "am", "PM", "GMT", "EST", "(", ")",
	"Mar", "dec", "x", "é", "\t", "  ", "::", "07", "60", "+02:00", "-0530", "+5", "(x)", "Mon", "000", "999999999999",
}

// change puts scraps into a text, takes characters out, or goes on with another text.
func change(r *rand.Rand, text string) string {
	s := []rune(text)
	for range 1 + r.IntN(3) {
		at := r.IntN(len(s) + 1)
		rest := s[at:]
		switch scrap := []rune(scraps[r.IntN(len(scraps))]); r.IntN(4) {
		case 0:
			rest = append(scrap, rest...)
		case 1:
			rest = rest[min(len(rest), 1+r.IntN(3)):]
		case 2:
			other := []rune(written[r.IntN(len(written))])
			rest = other[r.IntN(len(other)+1):]
		case 3:
			rest = append(scrap, rest[min(len(rest), 1):]...)
		}
		s = append(append([]rune(nil), s[:at]...), rest...)
	}
	return string(s)
}

// TestNode compares what is read of thousands of texts with Node, in zones of several kinds.
func TestNode(t *testing.T) {
	path, err := exec.LookPath("node")
	if err != nil {
		t.Skip("node is not installed")
	}
	r := rand.New(rand.NewPCG(1, 2))
	texts := append([]string(nil), written...)
	for range 8000 {
		texts = append(texts, change(r, written[r.IntN(len(written))]))
	}
	input, err := json.Marshal(texts)
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"UTC", "Europe/Berlin", "America/New_York", "Asia/Kolkata", "Australia/Lord_Howe"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		cmd := exec.CommandContext(t.Context(), path, "-e",
			`process.stdout.write(JSON.parse(require('fs').readFileSync(0, 'utf8')).map(s => Date.parse(s)).join(' '))`)
		cmd.Env, cmd.Stdin = append(os.Environ(), "TZ="+name), bytes.NewReader(input)
		output, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		for i, want := range strings.Fields(string(output)) {
			if got := show(date.Parse(texts[i], zone)); got != want {
				t.Errorf("%s: %q: got %s, want %s", name, texts[i], got, want)
			}
		}
	}
}

func show(t float64) string { return strconv.FormatFloat(t, 'f', -1, 64) }

func TestParse(t *testing.T) {
	berlin, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"2001-11-28 03:40-0530":         "2001-11-28T09:10:00Z",
		"2024-05-06":                    "2024-05-06T00:00:00Z",
		"2024-05-06T00:00":              "2024-05-05T22:00:00Z",
		"2024/05/06":                    "2024-05-05T22:00:00Z",
		"2024-05-06t07:08z":             "2024-05-06T07:08:00Z",
		"2024-10-27T02:30":              "2024-10-27T00:30:00Z", // the first of the two
		"2024-03-31T02:30":              "2024-03-31T01:30:00Z", // half past three
		"Mon, 06 May 2024 07:08:09 GMT": "2024-05-06T07:08:09Z",
		"May 5":                         "2001-05-04T22:00:00Z",
		"2024-13-01":                    "",
		"nope":                          "",
	} {
		got := ""
		if ms := date.Parse(text, berlin); !math.IsNaN(ms) {
			got = time.UnixMilli(int64(ms)).UTC().Format(time.RFC3339)
		}
		if got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

// TestUTC checks that a local time which exists comes back, whatever the zone.
func TestUTC(t *testing.T) {
	for _, name := range []string{"Europe/Berlin", "Pacific/Apia", "America/St_Johns", "Africa/Monrovia"} {
		zone, err := time.LoadLocation(name)
		if err != nil {
			t.Fatal(err)
		}
		for ms := -3e12; ms < 3e12; ms += 7_654_321_000 {
			local := ms + date.Offset(ms, zone)
			if back := date.UTC(local, zone); back+date.Offset(back, zone) != local || back > ms {
				t.Errorf("%s: %s: got %s", name, show(ms), show(back))
			}
		}
	}
	if got := date.UTC(math.Inf(1), time.UTC); !math.IsNaN(got) {
		t.Errorf("an infinite time: got %v", got)
	}
	if got := date.Clip(date.MaxTime + 1); !math.IsNaN(got) {
		t.Errorf("a time that is too large: got %v", got)
	}
}

func FuzzParse(f *testing.F) {
	for _, text := range written {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if ms := date.Parse(text, time.UTC); math.Abs(ms) > date.MaxTime {
			t.Errorf("%q: got %v", text, ms)
		}
	})
}
