package program

// Kind says how much of a word is known before the command runs.
type Kind uint8

// The kinds of words.
const (
	Literal Kind = iota // the text is what the program gets
	Pattern             // the text holds unquoted * ? or [ and stands for the names of any number of files, or in a loop for one
	Data                // a part is known only when the command runs, but it is one word; the text is what is literal in it
	Dynamic             // a part is known only when the command runs, and may be any number of words
)

// Word is one word of a command line, with quotes and backslashes removed as the shell does.
type Word struct {
	Text string
	Kind Kind
}

// Is reports whether the word is exactly this literal text.
func (w Word) Is(text string) bool { return w.Kind == Literal && w.Text == text }

// Literals makes words of texts that are known in full.
func Literals(texts ...string) []Word {
	words := make([]Word, len(texts))
	for i, t := range texts {
		words[i].Text = t
	}
	return words
}

// Texts returns the texts of words, whatever their kinds.
func Texts(words []Word) []string {
	texts := make([]string, len(words))
	for i, w := range words {
		texts[i] = w.Text
	}
	return texts
}
