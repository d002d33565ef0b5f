package wire_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"testing"
	"testing/iotest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// buffer is a pipe that takes a few bytes at a time, and then is full until somebody waits for it.
type buffer struct {
	mu   sync.Mutex
	b    bytes.Buffer
	most int // bytes that TryWrite takes; 0: all
	err  error
}

func (p *buffer) TryWrite(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	if p.most > 0 {
		b = b[:min(len(b), p.most)]
	}
	return p.b.Write(b)
}

func (p *buffer) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.err != nil {
		return 0, p.err
	}
	return p.b.Write(b)
}

func (p *buffer) Close() error { return nil }

// Frames arrive as they were sent, however the bytes are cut on the way.
func TestFrames(t *testing.T) {
	bodies := []string{"", "{}", strings.Repeat("x", 15<<10), strings.Repeat("y", 200<<10), strings.Repeat("z", 3<<20), "1"}
	for _, most := range []int{0, 1, 1000} {
		p := &buffer{most: most}
		out := wire.NewOutbox(p)
		for i, body := range bodies {
			if err := out.Send([]byte{'{', byte('0' + i), '}'}, []byte(body)); err != nil {
				t.Fatal(err)
			}
		}
		out.Wait(1)
		if err := out.Close(); err != nil {
			t.Fatal(err)
		}
		for name, from := range map[string]io.Reader{
			"whole": bytes.NewReader(p.b.Bytes()), "halves": iotest.HalfReader(bytes.NewReader(p.b.Bytes())),
			"with the end": iotest.DataErrReader(bytes.NewReader(p.b.Bytes())),
		} {
			r := wire.NewReader(from, 4<<20)
			for i, body := range bodies {
				f, err := r.Next()
				if err != nil || string(f.Head) != string([]byte{'{', byte('0' + i), '}'}) || string(f.Body) != body {
					t.Fatalf("%s, %d at a time: frame %d: got %q with %d bytes, %v", name, most, i, f.Head, len(f.Body), err)
				}
			}
			if _, err := r.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: got %v at the end, want io.EOF", name, err)
			}
		}
	}
}

// Frames that are posted wait for the next that is sent, for a flush, or until they are many; their order stays.
func TestPost(t *testing.T) {
	p := &buffer{}
	out := wire.NewOutbox(p)
	do := func(send func(head, body []byte) error, head, body string) {
		t.Helper()
		if err := send([]byte(head), []byte(body)); err != nil {
			t.Fatal(err)
		}
	}
	do(out.Post, "1", "")
	do(out.Post, "2", "")
	if n := p.b.Len(); n != 0 {
		t.Errorf("posted: got %d bytes, want none yet", n)
	}
	do(out.Send, "3", "")
	do(out.Post, "4", "")
	if err := out.Flush(); err != nil {
		t.Fatal(err)
	}
	do(out.Post, "5", strings.Repeat("x", 20<<10))
	r := wire.NewReader(&p.b, 1<<20)
	for _, want := range []string{"1", "2", "3", "4", "5"} {
		if f, err := r.Next(); err != nil || string(f.Head) != want {
			t.Fatalf("got %q, %v, want %s", f.Head, err, want)
		}
	}
	if err := out.Close(); err != nil {
		t.Error(err)
	}
	if err := out.Post([]byte("6"), nil); err == nil {
		t.Error("posted after the end without an error")
	}
}

// Many senders at once keep frames whole, and a broken pipe is told to all.
func TestSenders(t *testing.T) {
	p := &buffer{most: 700}
	out := wire.NewOutbox(p)
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for range 100 {
				if err := out.Send([]byte("{}"), bytes.Repeat([]byte("x"), 100)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	group.Wait()
	out.Wait(1)
	r := wire.NewReader(&p.b, 1000)
	for i := range 800 {
		if f, err := r.Next(); err != nil || len(f.Body) != 100 {
			t.Fatalf("frame %d: got %d bytes, %v", i, len(f.Body), err)
		}
	}
	p.err = io.ErrClosedPipe
	if err := out.Send([]byte("{}"), nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("got %v, want the error of the pipe", err)
	}
	if err := out.Send([]byte("{}"), nil); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("afterwards: got %v, want the error of the pipe", err)
	}
	out.Wait(1)
	if err := out.Close(); err != nil {
		t.Error(err)
	}
}

func TestBrokenFrames(t *testing.T) {
	for name, test := range map[string]struct {
		bytes string
		want  error
	}{
		"nothing":        {"", io.EOF},
		"half a prefix":  {"\x00\x00", io.ErrUnexpectedEOF},
		"half a head":    {"\x00\x00\x00\x05\x00\x00\x00\x00{", io.ErrUnexpectedEOF},
		"half a body":    {"\x00\x00\x00\x00\x00\x00\x00\x64{", io.ErrUnexpectedEOF},
		"half of much":   {"\x00\x00\x00\x01\x00\x10\x00\x00{", io.ErrUnexpectedEOF},
		"too large":      {"\x00\x00\x00\x00\x01\x00\x00\x00", wire.ErrTooLarge},
		"head too large": {"\xff\x00\x00\x00\x00\x00\x00\x00", wire.ErrTooLarge},
	} {
		if _, err := wire.NewReader(strings.NewReader(test.bytes), 2<<20).Next(); !errors.Is(err, test.want) {
			t.Errorf("%s: got %v, want %v", name, err, test.want)
		}
	}
}

// hostMessages are messages of every kind of a host.
func hostMessages() []wire.FromHost {
	return []wire.FromHost{
		{Hello: &wire.Hello{Version: 1, Memory: 1 << 20, CPU: time.Hour}},
		{Run: &wire.Run{Run: 3, Name: "a.ts", Program: 5, HasInput: true, Objects: []wire.Object{{Name: "tools"}, {Name: "catalog", Positional: true}},
			Limits: interp.Limits{}.WithDefaults(), Fixed: &wire.Fixed{Second: -5, Nanosecond: 7, Seed: 1 << 63, TimeZone: "UTC", Instant: true}}},
		{Answer: &wire.Answer{Same: true, Names: [][]string{{"a"}, {"b", "ä"}}, Callable: true, Text: "{a}"}},
		{Cancel: &wire.Cancel{Run: 3, Deadline: true, Stop: &interp.Failure{Kind: interp.Memory, Message: "m", Stack: []string{"s"}}}},
		{Reply: &wire.Reply{ID: 123456789012345}},
		{Reply: &wire.Reply{ID: 7, Failed: true, Error: "e"}},
		{Reply: &wire.Reply{ID: 7, Failed: true, Call: &interp.CallError{Tool: "t", Code: "C", Message: "m", Hint: "h"}}},
		{Reply: &wire.Reply{ID: 7, Failed: true, Stop: &interp.Failure{Kind: interp.Aborted}}},
	}
}

// workerMessages are messages of every kind of a worker.
func workerMessages() []wire.FromWorker {
	return []wire.FromWorker{
		{Ready: &wire.Ready{Version: 1, Checks: []wire.Check{{Name: "n", OK: true, Detail: "d"}}}},
		{Ask: &wire.Ask{What: wire.AskLookup, Object: 1, Path: []string{"a", "b"}}},
		{Stopping: &wire.Stopping{Run: 1, Failure: &interp.Failure{Kind: interp.TimedOut, Limit: "compute"}}},
		{Done: &wire.Done{Run: 2, HasValue: true, Warnings: []string{"w"}, Compute: time.Second, Failure: &interp.Failure{
			Kind: interp.Exception, Name: "E", Line: 1, Column: 2, Source: "<x>\u2028", Call: &interp.CallError{Tool: "t"}}}},
		{Call: &wire.Call{ID: 1, Object: 2, Function: 3}},
		{Call: &wire.Call{ID: 999999999999999, Object: 0, Function: -1, Path: []string{"x", `"`}}},
		{Log: &wire.Log{Level: "info"}},
	}
}

func hostHead(t testing.TB, m *wire.FromHost) []byte {
	t.Helper()
	head, err := wire.Head(m)
	if m.Reply != nil {
		head, err = m.Reply.AppendHead(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return head
}

func workerHead(t testing.TB, m *wire.FromWorker) []byte {
	t.Helper()
	head, err := wire.Head(m)
	switch {
	case m.Call != nil:
		head, err = m.Call.AppendHead(nil)
	case m.Log != nil:
		head, err = m.Log.AppendHead(nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return head
}

// Messages are read as they were written, and their heads are JSON.
func TestMessages(t *testing.T) {
	for _, m := range hostMessages() {
		var got wire.FromHost
		head := hostHead(t, &m)
		if err := got.Decode(head); err != nil || !json.Valid(head) {
			t.Errorf("%s: %v", head, err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("%s: got (+), want (-):\n%s", head, diff)
		}
	}
	for _, m := range workerMessages() {
		var got wire.FromWorker
		head := workerHead(t, &m)
		if err := got.Decode(head); err != nil || !json.Valid(head) {
			t.Errorf("%s: %v", head, err)
		}
		if diff := cmp.Diff(m, got); diff != "" {
			t.Errorf("%s: got (+), want (-):\n%s", head, diff)
		}
	}
}

func TestBrokenMessages(t *testing.T) {
	for _, head := range []string{
		"", "{}", "[]", "null", `{"hello":null}`, `{"hello":{},"run":{}}`, `{"hello":{"Unknown":1}}`, `{"other":{}}`, `{"reply":}`, `{"reply":-1}`,
		`{"reply":1}x`, `{"reply":99999999999999999999}`, `{"call":1,"object":0,"function":1e3}`, `{"call":1,"object":0}}`, `{"log":7}`, `{"done":{}} {}`,
		`{"reply":0,"stop":{"kind":""}}`, `{"reply":0,"error":"e"}`, `{"reply":0,"call":{}}`,
		`{"call":1,"object":0,"function":2,"path":["x"]}`, `{"call":1,"object":0,"function":2,"path":[]}`, `{"call":1,"object":0,"function":-1}`,
	} {
		var host wire.FromHost
		var worker wire.FromWorker
		if host.Decode([]byte(head)) == nil {
			t.Errorf("%q: a host's message: got no error", head)
		}
		if worker.Decode([]byte(head)) == nil {
			t.Errorf("%q: a worker's message: got no error", head)
		}
	}
}

// FuzzFromHost: whatever arrives is refused, or is a message that means the same when it is sent again.
func FuzzFromHost(f *testing.F) {
	for _, m := range hostMessages() {
		f.Add(hostHead(f, &m))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		var m, again wire.FromHost
		if m.Decode(head) != nil {
			return
		}
		if err := again.Decode(hostHead(t, &m)); err != nil || !cmp.Equal(m, again, cmpopts.EquateEmpty()) {
			t.Errorf("%q: %v, got (+), want (-):\n%s", head, err, cmp.Diff(m, again, cmpopts.EquateEmpty()))
		}
	})
}

// FuzzFromWorker: whatever arrives is refused, or is a message that means the same when it is sent again.
func FuzzFromWorker(f *testing.F) {
	for _, m := range workerMessages() {
		f.Add(workerHead(f, &m))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		var m, again wire.FromWorker
		if m.Decode(head) != nil {
			return
		}
		if err := again.Decode(workerHead(t, &m)); err != nil || !cmp.Equal(m, again, cmpopts.EquateEmpty()) {
			t.Errorf("%q: %v, got (+), want (-):\n%s", head, err, cmp.Diff(m, again, cmpopts.EquateEmpty()))
		}
	})
}

// FuzzReader: frames are within their bounds, and all bytes of the pipe are accounted for.
func FuzzReader(f *testing.F) {
	f.Add([]byte("\x00\x00\x00\x02\x00\x00\x00\x01{}1"))
	f.Add([]byte("\xff\xff\xff\xff\x00\x00\x00\x00"))
	f.Fuzz(func(t *testing.T, b []byte) {
		r := wire.NewReader(iotest.HalfReader(bytes.NewReader(b)), 1000)
		for read := 0; ; {
			frame, err := r.Next()
			if err != nil {
				return
			}
			head, body := binary.BigEndian.Uint32(b[read:]), binary.BigEndian.Uint32(b[read+4:])
			if len(frame.Head) != int(head) || len(frame.Body) != int(body) || len(frame.Body) > 1000 {
				t.Fatalf("got %d and %d bytes, want %d and %d", len(frame.Head), len(frame.Body), head, body)
			}
			read += 8 + len(frame.Head) + len(frame.Body)
		}
	})
}
