package gate_test

import (
	"encoding/json"
	"testing"

	"github.com/runcode-dev/runcode/gate"
)

func TestVerdictText(t *testing.T) {
	for v, want := range map[gate.Verdict]string{gate.Abstain: "abstain", gate.Allow: "allow", gate.Ask: "ask", gate.Deny: "deny"} {
		text, err := json.Marshal(v)
		if err != nil || string(text) != `"`+want+`"` || v.String() != want {
			t.Errorf("got %s and %v, %v, want %q", text, v, err, want)
		}
		var back gate.Verdict
		if err := json.Unmarshal(text, &back); err != nil || back != v {
			t.Errorf("got %v, %v back, want %v", back, err, v)
		}
	}
	unknown := gate.Verdict(9)
	if text, err := json.Marshal(unknown); err == nil {
		t.Errorf("got %s for an unknown verdict, want an error", text)
	}
	if got, want := unknown.String(), "verdict(9)"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if err := json.Unmarshal([]byte(`"maybe"`), &unknown); err == nil {
		t.Error("got an unknown text accepted, want an error")
	}
}
