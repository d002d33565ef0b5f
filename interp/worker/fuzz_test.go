package worker_test

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"testing"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

// frame is a frame as a worker may send it.
func frame(head, body string) string {
	b := binary.BigEndian.AppendUint32(nil, uint32(len(head)))
	b = binary.BigEndian.AppendUint32(b, uint32(len(body)))
	return string(b) + head + body
}

// FuzzHost: whatever a worker sends, the run ends, functions get arguments that are JSON and no more calls than allowed, and
// an outcome that has no failure has a value that is JSON.
func FuzzHost(f *testing.F) {
	names := frame(`{"ask":{"What":"names","Object":0}}`, "")
	call := frame(`{"call":1,"object":0,"function":0}`, `{"a":1}`)
	for _, sends := range []string{
		names + call + frame(`{"log":"info"}`, `"x"`) + frame(`{"done":{"Run":1,"HasValue":true}}`, "1"),
		frame(`{"call":1,"object":0,"function":-1,"path":["a","b"]}`, `{}`) + frame(`{"stopping":{"Run":1,"Failure":{"kind":"timeout","message":"m"}}}`, ""),
		frame(`{"ask":{"What":"lookup","Object":1,"Path":["x"]}}`, "") + frame(`{"ask":{"What":"signature","Object":0,"Path":["x"]}}`, ""),
		frame(`{"ready":{"Version":1}}`, ""), names + call + call,
	} {
		f.Add([]byte(sends))
	}
	f.Fuzz(func(t *testing.T, sends []byte) {
		calls := 0
		answer := func(_ context.Context, args json.RawMessage, settle interp.Settle) {
			if calls++; !json.Valid(args) || calls > 3 {
				t.Errorf("call %d with %q", calls, args)
			}
			settle(args, nil)
		}
		out, err := worker.Converse(t.Context(), sends, interp.Request{
			Program: "return 1", Limits: interp.Limits{Calls: 3, Value: 1000, Logs: 1000},
			Objects: []interp.Object{{Name: "tools", Functions: functions{"a": answer, "b.c": answer}}, {Name: "none"}},
		})
		if err == nil && out.Failure == nil && out.Value != nil && !json.Valid(out.Value) {
			t.Errorf("got the value %q", out.Value)
		}
	})
}
