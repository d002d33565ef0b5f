package rules

// Mode says what happens to a call that no rule decides about.
type Mode string

// The modes.
const (
	ModeDefault     Mode = "default"      // what only reads is allowed, the rest asks
	ModePlan        Mode = "plan"         // what only reads is allowed; the rest is denied, whatever rules allow
	ModeAcceptEdits Mode = "accept-edits" // as default, and files of the project may be changed
	ModeDontAsk     Mode = "dont-ask"     // as default, and whatever would ask is denied
)

// modes are all modes, the looser ones first.
var modes = []Mode{ModeAcceptEdits, ModeDefault, ModeDontAsk, ModePlan}

// modeNames are the texts of all modes.
func modeNames() []string {
	names := make([]string, len(modes))
	for i, m := range modes {
		names[i] = string(m)
	}
	return names
}

// tightness orders the modes; -1: there is no such mode.
func (m Mode) tightness() int {
	for i, known := range modes {
		if m == known {
			return i
		}
	}
	return -1
}
