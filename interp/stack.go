package interp

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dop251/goja"
)

// maxFrames is how many frames of a stack are shown.
const maxFrames = 10

// locate sets the place and the stack of a failure.
func (r *run) locate(f *Failure, frames []goja.StackFrame) {
	for i := range frames {
		if line, column, ok := r.position(&frames[i]); ok {
			f.Line, f.Column, f.Source = line, column, r.program.Line(line)
			break
		}
	}
	f.Stack = r.stackLines(frames)
}

// compilerMade names functions that the compiler puts before the program, where lowered syntax needs them. It is a constant
// table.
var compilerMade = map[string]bool{
	"__forAwait": true, "__yieldStar": true, "__asyncGenerator": true, "__using": true, "__callDispose": true,
}

// position is the place of a frame in the program as it was written; ok is false for frames of anything else.
func (r *run) position(frame *goja.StackFrame) (line, column int, ok bool) {
	if frame.SrcName() != r.program.Name || compilerMade[frame.FuncName()] {
		return 0, 0, false
	}
	return r.program.Position(frame.Position())
}

// Lines implements library.Host.
func (r *run) Lines() int { return r.program.Lines() }

// Sources implements library.Host.
func (r *run) Sources() map[string]string { return r.program.Sources }

// stackLines are the frames of the program, innermost first.
func (r *run) stackLines(frames []goja.StackFrame) []string {
	var lines []string
	for i := range frames {
		line, column, ok := r.position(&frames[i])
		if !ok {
			continue
		}
		if len(lines) == maxFrames {
			return append(lines, fmt.Sprintf("… and %d more", len(frames)-i))
		}
		at := fmt.Sprintf("%s:%d:%d", r.program.Name, line, column)
		if name := frames[i].FuncName(); name != "" && name != "<anonymous>" {
			at = fmt.Sprintf("%s (%s)", name, at)
		}
		lines = append(lines, at)
	}
	return lines
}

// outsideConstructors leaves out the innermost frames of an error where they are the constructors of its own class: it is
// made where the program says new. The prototypes of built-in classes have a message, and such errors come from where super
// is called.
func (r *run) outsideConstructors(frames []goja.StackFrame, o *goja.Object) []goja.StackFrame {
	class := o.Prototype()
	if class == nil || slices.Contains(class.GetOwnPropertyNames(), "message") {
		return frames
	}
	for i := range frames {
		line, column, ok := r.position(&frames[i])
		if !ok {
			continue
		}
		if _, after := around(&Failure{Source: r.program.Line(line), Column: column}); !strings.HasPrefix(after, "super(") {
			return frames[i:]
		}
	}
	return frames
}
