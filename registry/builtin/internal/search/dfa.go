package search

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
	"unicode/utf8"
)

// dfa finds lines that match an expression in one table step per byte, where package regexp takes many. Its states are
// made when they are first reached. One goroutine may use it at a time.
//
// A state is the set of instructions to try next, and what came before as far as \b and ^ ask. Whether an empty-width
// instruction holds is known with the next character, so a match is seen one character late. Each line begins anew.
type dfa struct {
	prog   *syntax.Prog
	states map[string]*dfaState
	start  *dfaState // at the beginning of a line
	found  *dfaState // once the line matches

	mark    []uint32 // of each instruction, the round in which it was last seen
	round   uint32
	stack   []uint32
	matched bool // in this round
}

type dfaState struct {
	next   [utf8.RuneSelf]*dfaState // nil: not made yet
	other  rune                     // the last character beyond ASCII that was seen here
	after  *dfaState                // and the state after it; nil: none was seen
	pcs    []uint32
	word   bool // a word character came before
	lineUp bool // nothing of the line came before
}

const (
	maxStates = 2000 // about 2 KB each; then all are dropped and made again
	maxProg   = 2000 // instructions; for larger programs a state costs more than it gains
)

// newDFA makes one of a compiled expression; nil: that is too large.
func newDFA(prog *syntax.Prog) *dfa {
	if len(prog.Inst) > maxProg {
		return nil
	}
	d := &dfa{prog: prog, mark: make([]uint32, len(prog.Inst)), found: &dfaState{}}
	d.reset()
	return d
}

func (d *dfa) reset() {
	d.states = map[string]*dfaState{}
	d.start = d.state(nil, false, true)
}

// find gives an offset in the first line that matches, from pos on, which begins a line; -1 if there is none.
func (d *dfa) find(data []byte, pos int) int {
	s := d.start
	for i := pos; i < len(data); {
		c := data[i]
		if c >= utf8.RuneSelf {
			r, size := utf8.DecodeRune(data[i:])
			if s = d.stepRune(s, r); s == d.found {
				return i
			}
			i += size
			continue
		}
		n := s.next[c]
		if n == nil {
			n = d.step(s, rune(c))
			s.next[c] = n
		}
		if n == d.found {
			return i
		}
		s = n
		i++
	}
	if len(data) > pos && data[len(data)-1] != '\n' && d.step(s, '\n') == d.found {
		return len(data) - 1
	}
	return -1
}

// stepRune is step for a character beyond ASCII, of which a state remembers the one it has seen last.
func (d *dfa) stepRune(s *dfaState, r rune) *dfaState {
	if s.after == nil || s.other != r {
		s.other, s.after = r, d.step(s, r)
	}
	return s.after
}

// step gives the state after a character.
func (d *dfa) step(s *dfaState, r rune) *dfaState {
	d.begin()
	flags := emptyWidth(s, r)
	var reached []uint32
	for _, pc := range s.pcs {
		reached = d.follow(reached, pc, flags)
	}
	reached = d.follow(reached, uint32(d.prog.Start), flags)
	if d.matched {
		return d.found
	}
	if r == '\n' {
		return d.start
	}
	d.begin()
	var pcs []uint32
	for _, pc := range reached {
		if i := &d.prog.Inst[pc]; i.MatchRune(r) && d.mark[i.Out] != d.round {
			d.mark[i.Out] = d.round
			pcs = append(pcs, i.Out)
		}
	}
	slices.Sort(pcs)
	return d.state(pcs, syntax.IsWordChar(r), false)
}

func (d *dfa) begin() {
	d.round++
	d.matched = false
}

// emptyWidth says what holds between what came before and the next character.
func emptyWidth(s *dfaState, r rune) syntax.EmptyOp {
	flags := syntax.EmptyNoWordBoundary
	if s.word != syntax.IsWordChar(r) {
		flags = syntax.EmptyWordBoundary
	}
	if s.lineUp {
		flags |= syntax.EmptyBeginLine | syntax.EmptyBeginText
	}
	if r == '\n' {
		flags |= syntax.EmptyEndLine | syntax.EmptyEndText
	}
	return flags
}

// follow adds the instructions that take a character and can be reached from pc without one.
func (d *dfa) follow(reached []uint32, pc uint32, flags syntax.EmptyOp) []uint32 {
	d.stack = append(d.stack[:0], pc)
	for len(d.stack) > 0 {
		pc := d.stack[len(d.stack)-1]
		d.stack = d.stack[:len(d.stack)-1]
		if d.mark[pc] == d.round {
			continue
		}
		d.mark[pc] = d.round
		switch i := &d.prog.Inst[pc]; i.Op {
		case syntax.InstAlt, syntax.InstAltMatch:
			d.stack = append(d.stack, i.Out, i.Arg)
		case syntax.InstCapture, syntax.InstNop:
			d.stack = append(d.stack, i.Out)
		case syntax.InstEmptyWidth:
			if syntax.EmptyOp(i.Arg)&^flags == 0 {
				d.stack = append(d.stack, i.Out)
			}
		case syntax.InstMatch:
			d.matched = true
		case syntax.InstFail:
		default:
			reached = append(reached, pc)
		}
	}
	return reached
}

// state gives the state of a set, the same one each time.
func (d *dfa) state(pcs []uint32, word, lineUp bool) *dfaState {
	key := make([]byte, 1, 1+4*len(pcs))
	if word {
		key[0] |= 1
	}
	if lineUp {
		key[0] |= 2
	}
	for _, pc := range pcs {
		key = binary.LittleEndian.AppendUint32(key, pc)
	}
	if s, ok := d.states[string(key)]; ok {
		return s
	}
	if len(d.states) >= maxStates {
		d.reset()
	}
	s := &dfaState{pcs: pcs, word: word, lineUp: lineUp}
	d.states[string(key)] = s
	return s
}
