package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"time"

	"github.com/runcode-dev/runcode/interp"
)

// Messages of the host.

// Hello is the first message of a host.
type Hello struct {
	Version int
	Memory  int64         // bytes of heap that the programs of this worker may use
	CPU     time.Duration // processor time after which the worker ends, whatever it does
}

// Run starts a program. The body of its frame is the text of the program and then the input.
type Run struct {
	Run      uint64 // number of the run on this worker, from 1
	Name     string
	Program  int // bytes of the program
	HasInput bool
	Objects  []Object
	Limits   interp.Limits
	Fixed    *Fixed
}

// Object is a global object of a run.
type Object struct {
	Name       string
	Positional bool
	Missing    bool // the host has no functions for it, which is an error
}

// Fixed is [interp.Fixed] with a time that every calendar year fits into.
type Fixed struct {
	Second, Nanosecond int64
	Seed               uint64
	TimeZone           string
	Instant            bool
}

// Reply settles a call. The body of its frame is the value, unless it failed.
type Reply struct {
	ID     uint64            `json:"reply"`
	Call   *interp.CallError `json:"call,omitempty"`
	Stop   *interp.Failure   `json:"stop,omitempty"`
	Error  string            `json:"error,omitempty"`
	Failed bool              `json:"failed,omitempty"` // with Call, Stop, or else Error
}

// Answer answers the one [Ask] that is open.
type Answer struct {
	Same     bool       // of names: they are those that this worker was told last of the object of that name
	Names    [][]string // of the functions, in order
	Callable bool       // of a lookup
	Text     string     // of a signature
}

// Cancel ends a run, for the reason that the context of the host's caller was done.
type Cancel struct {
	Run      uint64
	Deadline bool            // its time was over
	Canceled bool            // it was cancelled without another reason
	Stop     *interp.Failure // it was cancelled with this failure
	Cause    string          // else
}

// Messages of the worker.

// Ready is the first message of a worker, which answers [Hello].
type Ready struct {
	Version int
	Checks  []Check
}

// Check says of one part of a worker's confinement whether it is in place.
type Check struct {
	Name   string
	OK     bool
	Detail string
}

// Call starts a call. The body of its frame are the arguments.
type Call struct {
	ID       uint64   `json:"call"` // from 1, without gaps, over the whole life of the worker
	Object   int      `json:"object"`
	Function int      `json:"function"` // index among the names of the object; -1: Path says which
	Path     []string `json:"path,omitempty"`
}

// Log is a line of output. The body of its frame is its text, as a JSON string.
type Log struct {
	Level   string `json:"log"`
	Dropped int    `json:"dropped,omitempty"` // see interp.Log
}

// Ask asks about the functions of an object.
type Ask struct {
	What   string // names, lookup, signature
	Object int
	Path   []string
}

// The questions of an [Ask].
const (
	AskNames     = "names"
	AskLookup    = "lookup"
	AskSignature = "signature"
)

// Stopping says that the run was told to end, which a built-in function that is at work can hold up.
type Stopping struct {
	Run     uint64
	Failure *interp.Failure
}

// Done ends a run. The body of its frame is the value.
type Done struct {
	Run      uint64
	HasValue bool
	Warnings []string
	Failure  *interp.Failure
	Compute  time.Duration
	Error    string // the engine's own trouble
	Broken   bool   // with Error
}

// FromHost is a message of a host: exactly one field is set.
type FromHost struct {
	Hello  *Hello  `json:"hello,omitempty"`
	Run    *Run    `json:"run,omitempty"`
	Answer *Answer `json:"answer,omitempty"`
	Cancel *Cancel `json:"cancel,omitempty"`
	Reply  *Reply  `json:"-"`
}

// FromWorker is a message of a worker: exactly one field is set.
type FromWorker struct {
	Ready    *Ready    `json:"ready,omitempty"`
	Ask      *Ask      `json:"ask,omitempty"`
	Stopping *Stopping `json:"stopping,omitempty"`
	Done     *Done     `json:"done,omitempty"`
	Call     *Call     `json:"-"`
	Log      *Log      `json:"-"`
}

// The first members of the heads that are written by hand.
const (
	replyMember    = `{"reply":`
	callMember     = `{"call":`
	objectMember   = `,"object":`
	functionMember = `,"function":`
	logMember      = `{"log":`
)

// Head encodes a message that is not a call, a reply or a line of output.
func Head(m any) ([]byte, error) {
	switch m.(type) {
	case *FromHost, *FromWorker:
		return json.Marshal(m)
	}
	return nil, fmt.Errorf("%T is not a message", m)
}

// AppendHead appends the head of a call to b.
func (c *Call) AppendHead(b []byte) ([]byte, error) {
	if c.Function < 0 {
		head, err := json.Marshal(c)
		return append(b, head...), err
	}
	b = strconv.AppendUint(append(b, callMember...), c.ID, 10)
	b = strconv.AppendInt(append(b, objectMember...), int64(c.Object), 10)
	b = strconv.AppendInt(append(b, functionMember...), int64(c.Function), 10)
	return append(b, '}'), nil
}

// AppendHead appends the head of a reply to b.
func (r *Reply) AppendHead(b []byte) ([]byte, error) {
	if r.Failed {
		head, err := json.Marshal(r)
		return append(b, head...), err
	}
	return append(strconv.AppendUint(append(b, replyMember...), r.ID, 10), '}'), nil
}

// AppendHead appends the head of a line of output to b.
func (l *Log) AppendHead(b []byte) ([]byte, error) {
	head, err := json.Marshal(l)
	return append(b, head...), err
}

// Decode reads the head of a message of a host.
func (m *FromHost) Decode(head []byte) error {
	*m = FromHost{}
	if rest, ok := bytes.CutPrefix(head, []byte(replyMember)); ok {
		m.Reply = &Reply{}
		if number(&rest, &m.Reply.ID) && string(rest) == "}" {
			return nil
		}
		if err := strict(head, m.Reply); err != nil {
			return err
		}
		return m.Reply.check()
	}
	if err := strict(head, m); err != nil {
		return err
	}
	return one(m.Hello != nil, m.Run != nil, m.Answer != nil, m.Cancel != nil)
}

// Decode reads the head of a message of a worker.
func (m *FromWorker) Decode(head []byte) error {
	*m = FromWorker{}
	if rest, ok := bytes.CutPrefix(head, []byte(callMember)); ok {
		m.Call = &Call{}
		var object, function uint64
		if number(&rest, &m.Call.ID) && member(&rest, objectMember, &object) && member(&rest, functionMember, &function) &&
			string(rest) == "}" {
			m.Call.Object, m.Call.Function = int(object), int(function)
			return nil
		}
		if err := strict(head, m.Call); err != nil {
			return err
		}
		return m.Call.check()
	}
	if bytes.HasPrefix(head, []byte(logMember)) {
		m.Log = &Log{}
		return strict(head, m.Log)
	}
	if err := strict(head, m); err != nil {
		return err
	}
	return one(m.Ready != nil, m.Ask != nil, m.Stopping != nil, m.Done != nil)
}

// Messages that contradict themselves.
var (
	errReasonOfSuccess = errors.New("a reply that did not fail gives a reason")
	errNumberOrPath    = errors.New("a call names its function by neither or both of number and path")
)

// check refuses a reply that would mean something else without the members that a success has no use for.
func (r *Reply) check() error {
	if !r.Failed && (r.Call != nil || r.Stop != nil || r.Error != "") {
		return errReasonOfSuccess
	}
	return nil
}

// check refuses a call that does not name exactly one function.
func (c *Call) check() error {
	if c.Function < 0 && len(c.Path) == 0 || c.Function >= 0 && c.Path != nil {
		return errNumberOrPath
	}
	return nil
}

// member reads a member with a number from the front of b.
func member(b *[]byte, name string, v *uint64) bool {
	rest, ok := bytes.CutPrefix(*b, []byte(name))
	*b = rest
	return ok && number(b, v)
}

// number reads a number of at most 15 digits from the front of b.
func number(b *[]byte, v *uint64) bool {
	const most = 15
	n, digits := uint64(0), 0
	for digits < len(*b) && digits < most && '0' <= (*b)[digits] && (*b)[digits] <= '9' {
		n = n*10 + uint64((*b)[digits]-'0')
		digits++
	}
	*v, *b = n, (*b)[digits:]
	return digits > 0
}

// errNotOne is a message that is none of the kinds, or several at once.
var errNotOne = errors.New("not exactly one message in a frame")

func one(set ...bool) error {
	n := 0
	for _, s := range set {
		if s {
			n++
		}
	}
	if n != 1 {
		return errNotOne
	}
	return nil
}

// strict decodes JSON that has no members but those of v.
func strict(text []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errNotOne
	}
	return nil
}
