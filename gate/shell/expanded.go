package shell

import "github.com/runcode-dev/runcode/gate/shell/program"

// Expanded says what a command line would do whose words are final: as a shell has made them, just before it runs the
// command. dir is where it would run, absolute. The texts inside (of sh -c) are analysed as [Analyze] does. opts may be nil.
func Expanded(words []string, dir string, opts *Options) *Analysis {
	if opts == nil {
		opts = &Options{}
	}
	o := *opts
	elsewhere := dir != "" && o.Dir != dir
	if elsewhere {
		o.Settings = nil // they are those of another directory
		o.Dir = dir
	}
	p := Part{Words: program.Literals(words...), moved: elsewhere, piped: true} // what comes in was looked at before
	a := &Analysis{Parts: []Part{p}}
	if why := evaluates(p.Words); why != "" {
		a.unknown(why)
	}
	a.Parts[0].sets = declared(p.Words)
	a.nest(&o, &budget{texts: maxTexts})
	a.judge(&o)
	return a
}
