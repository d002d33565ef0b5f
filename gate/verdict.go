package gate

import (
	"fmt"
	"slices"
)

// verdictNames are the texts of the verdicts, in their order.
var verdictNames = []string{Abstain: "abstain", Allow: "allow", Ask: "ask", Deny: "deny"}

// String is "abstain", "allow", "ask" or "deny".
func (v Verdict) String() string {
	if int(v) >= len(verdictNames) {
		return fmt.Sprintf("verdict(%d)", uint8(v))
	}
	return verdictNames[v]
}

// MarshalText gives what String does; an unknown verdict is an error.
func (v Verdict) MarshalText() ([]byte, error) {
	if int(v) >= len(verdictNames) {
		return nil, fmt.Errorf("unknown verdict %d", uint8(v))
	}
	return []byte(verdictNames[v]), nil
}

// UnmarshalText accepts what MarshalText gives.
func (v *Verdict) UnmarshalText(text []byte) error {
	i := slices.Index(verdictNames, string(text))
	if i < 0 {
		return fmt.Errorf("unknown verdict %q", text)
	}
	*v = Verdict(i)
	return nil
}
