package datetime_test

import (
	"testing"
	"time"

	"github.com/runcode-dev/runcode/interp/internal/intl/datetime"
)

func TestZoneName(t *testing.T) {
	winter, summer := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2024, 7, 1, 0, 0, 0, 0, time.UTC)
	for name, want := range map[string][2]string{
		"UTC":               {"Coordinated Universal Time", "Coordinated Universal Time"},
		"Europe/Berlin":     {"Central European Standard Time", "Central European Summer Time"},
		"Europe/Dublin":     {"Greenwich Mean Time", "Irish Standard Time"},
		"Asia/Kolkata":      {"India Standard Time", "India Standard Time"},
		"America/Sao_Paulo": {"Brasilia Standard Time", "Brasilia Standard Time"},
		"Europe/Istanbul":   {"Türkiye Standard Time", "Türkiye Standard Time"},
	} {
		zone, err := datetime.NewZone(name)
		if err != nil {
			t.Fatal(err)
		}
		if got := [2]string{zone.Name(winter), zone.Name(summer)}; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
	if _, err := datetime.NewZone("Nowhere/Else"); err == nil {
		t.Error("got no error for an unknown zone")
	}
}
