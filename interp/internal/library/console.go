package library

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/dop251/goja"

	"github.com/runcode-dev/runcode/interp/internal/library/inspect"
)

// console is the object of that name. What it writes is made when it is called, so it shows values as they are then.
type console struct {
	*library
	inspect *inspect.Inspector
	object  *goja.Object
	indent  string // of the open groups
	counts  map[string]int
	clocks  map[string]time.Time
}

// installConsole makes the console with the five methods that nearly every program uses.
func installConsole(l *library) error {
	p, err := inspect.New(l.vm, l.features&collections != 0)
	if err != nil {
		return err
	}
	p.Lines = l.host.Lines()
	l.console = &console{
		library: l,
		inspect: p,
		object:  l.vm.NewObject(),
		counts:  make(map[string]int),
		clocks:  make(map[string]time.Time),
	}
	for _, level := range []string{"log", "info", "warn", "error", "debug"} {
		if err := l.console.add(level, l.console.logger(level)); err != nil {
			return err
		}
	}
	return hidden(l.vm.GlobalObject(), "console", l.console.object)
}

// installConsoleMore adds the rest of the console.
func installConsoleMore(l *library) error {
	c := l.console
	if c == nil {
		return nil // the program has a word like `table` and no console
	}
	methods := []struct {
		name string
		call func(args []goja.Value)
	}{
		{"assert", c.assert}, {"count", c.count}, {"countReset", c.countReset}, {"dir", c.dir}, {"group", c.group},
		{"groupEnd", c.groupEnd}, {"table", c.table}, {"time", c.time}, {"timeEnd", c.timeEnd}, {"timeLog", c.timeLog},
		{"trace", c.trace}, {"clear", func([]goja.Value) {}},
		{"groupCollapsed", c.group}, {"dirxml", func(args []goja.Value) { c.write("log", c.inspect.Format(args)) }},
	}
	for _, m := range methods {
		if err := c.add(m.name, m.call); err != nil {
			return err
		}
	}
	return nil
}

func (c *console) add(name string, call func(args []goja.Value)) error {
	f, err := c.function(method{name: name, call: func(fc goja.FunctionCall) goja.Value {
		call(fc.Arguments)
		return goja.Undefined()
	}})
	if err != nil {
		return err
	}
	return c.object.Set(name, f)
}

func (c *console) logger(level string) func([]goja.Value) {
	return func(args []goja.Value) { c.write(level, c.inspect.Format(args)) }
}

// write logs a message, indented by the open groups.
func (c *console) write(level, text string) {
	if c.indent != "" {
		text = c.indent + strings.ReplaceAll(text, "\n", "\n"+c.indent)
	}
	c.host.Log(level, text)
}

func (c *console) assert(args []goja.Value) {
	if len(args) > 0 && args[0].ToBoolean() {
		return
	}
	text := "Assertion failed"
	if len(args) > 1 {
		text += ": " + c.inspect.Format(args[1:])
	}
	c.write("warn", text)
}

// label is the first argument of a count or a clock.
func label(args []goja.Value) string {
	if len(args) == 0 || goja.IsUndefined(args[0]) {
		return "default"
	}
	return args[0].String()
}

func (c *console) count(args []goja.Value) {
	name := label(args)
	c.counts[name]++
	c.write("log", name+": "+strconv.Itoa(c.counts[name]))
}

func (c *console) countReset(args []goja.Value) {
	name := label(args)
	if _, ok := c.counts[name]; !ok {
		c.write("warn", fmt.Sprintf("Count for '%s' does not exist", name))
	}
	delete(c.counts, name)
}

// dir shows one value, to the depth that its options ask for.
func (c *console) dir(args []goja.Value) {
	if len(args) == 0 {
		args = []goja.Value{goja.Undefined()}
	}
	depth := inspect.DefaultDepth
	if len(args) > 1 {
		if o, ok := args[1].(*goja.Object); ok {
			depth = depthOption(o.Get("depth"), depth)
		}
	}
	c.write("log", c.inspect.Value(args[0], depth))
}

// maxDepth stands for null and Infinity in the options of console.dir.
const maxDepth = 100

func depthOption(v goja.Value, otherwise int) int {
	switch {
	case v == nil || goja.IsUndefined(v):
		return otherwise
	case goja.IsNull(v):
		return maxDepth
	case goja.IsNumber(v):
		return int(min(max(v.ToFloat(), 0), maxDepth))
	}
	return otherwise
}

func (c *console) group(args []goja.Value) {
	const deepest = 100
	if len(args) > 0 {
		c.write("log", c.inspect.Format(args))
	}
	if len(c.indent) < 2*deepest {
		c.indent += "  "
	}
}

func (c *console) groupEnd([]goja.Value) {
	c.indent = strings.TrimPrefix(c.indent, "  ")
}

func (c *console) table(args []goja.Value) {
	data, columns := goja.Undefined(), goja.Undefined()
	if len(args) > 0 {
		data = args[0]
	}
	if len(args) > 1 {
		columns = args[1]
	}
	text, ok := c.inspect.Table(data, columns)
	if !ok {
		text = c.inspect.Format(args)
	}
	c.write("log", text)
}

func (c *console) time(args []goja.Value) {
	name := label(args)
	if _, ok := c.clocks[name]; ok {
		c.write("warn", fmt.Sprintf("Label '%s' already exists for console.time()", name))
		return
	}
	c.clocks[name] = c.host.Now()
}

func (c *console) timeEnd(args []goja.Value) {
	c.elapsed("timeEnd", args, nil)
	delete(c.clocks, label(args))
}

func (c *console) timeLog(args []goja.Value) {
	c.elapsed("timeLog", args, args[min(len(args), 1):])
}

func (c *console) elapsed(method string, args, data []goja.Value) {
	name := label(args)
	start, ok := c.clocks[name]
	if !ok {
		c.write("warn", fmt.Sprintf("No such label '%s' for console.%s()", name, method))
		return
	}
	text := name + ": " + milliseconds(c.host.Now().Sub(start))
	if len(data) > 0 {
		text += " " + c.inspect.Format(data)
	}
	c.write("log", text)
}

// milliseconds writes a duration as console.timeEnd does.
func milliseconds(d time.Duration) string {
	if d >= time.Second {
		return strconv.FormatFloat(d.Seconds(), 'f', 3, 64) + "s"
	}
	ms := strconv.FormatFloat(float64(d)/float64(time.Millisecond), 'f', 3, 64)
	return strings.TrimRight(strings.TrimRight(ms, "0"), ".") + "ms"
}

// trace logs where the program is.
func (c *console) trace(args []goja.Value) {
	const frames = 10
	var b strings.Builder
	b.WriteString("Trace")
	if len(args) > 0 {
		b.WriteString(": " + c.inspect.Format(args))
	}
	for _, frame := range c.vm.CaptureCallStack(frames, nil) {
		if at := frame.Position(); frame.SrcName() != "<native>" && at.Line <= c.host.Lines() {
			fmt.Fprintf(&b, "\n    at %s (%s:%d:%d)", frame.FuncName(), at.Filename, at.Line, at.Column)
		}
	}
	c.write("error", b.String())
}
