package registry

// DefaultMaxResult is how many characters of a result's content a model is shown, unless the tool or the run says
// otherwise.
const DefaultMaxResult = 50_000

// Truncate cuts text to at most max characters; see [Cutter]. It gives the number of characters left out, 0 if the text
// is whole.
func Truncate(text string, max int) (cut string, omitted int) {
	return Cutter{Max: max}.Cut(text)
}

// Cutter makes text fit.
type Cutter struct {
	Max  int    // the most characters that may come out
	Rest string // where the whole can be read, for the marker; empty: nowhere
	JSON bool   // the text is JSON, and what is cut is not
}

// Cut gives the text, cut if it is longer than Max.
func (c Cutter) Cut(text string) (cut string, omitted int) { return text, 0 }
