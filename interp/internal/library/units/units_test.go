package units_test

import (
	"fmt"
	"testing"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/units"
)

func TestUnits(t *testing.T) {
	for _, tt := range []struct {
		units      []uint16
		runes      string
		wellFormed bool
		wtf8       string
	}{
		{nil, "[]", true, ""},
		{[]uint16{'a', 0xe9}, "[61 e9]", true, "aé"},
		{[]uint16{0xd83d, 0xde00}, "[1f600]", true, "😀"},
		{[]uint16{0xfffd}, "[fffd]", true, "\ufffd"},
		{[]uint16{'a', 0xd83d}, "[61 d83d]", false, "a\xed\xa0\xbd"},
		{[]uint16{0xde00, 0xd83d, 0xd83d, 0xde00}, "[de00 d83d 1f600]", false, "\xed\xb8\x80\xed\xa0\xbd😀"},
	} {
		v := goja.StringFromUTF16(tt.units)
		if got := fmt.Sprintf("%x", units.Runes(v)); got != tt.runes {
			t.Errorf("%x: runes %s, want %s", tt.units, got, tt.runes)
		}
		if got := units.WellFormed(v); got != tt.wellFormed {
			t.Errorf("%x: well formed is %v, want %v", tt.units, got, tt.wellFormed)
		}
		if got := units.WTF8(v); got != tt.wtf8 {
			t.Errorf("%x: got %q, want %q", tt.units, got, tt.wtf8)
		}
	}
}
