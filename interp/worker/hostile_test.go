//go:build linux

package worker_test

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

// Frames of a worker that behaves.
var (
	greeting = frame(`{"ready":{"Version":1,"Checks":null}}`, "")
	names    = frame(`{"ask":{"What":"names","Object":0}}`, "")
	good     = frame(`{"call":1,"object":0,"function":0}`, `{"a":1}`)
)

// A worker that sends what it must not is ended, with a failure that says so; nothing of it reaches the host's functions.
func TestHostileWorker(t *testing.T) {
	for name, test := range map[string]struct {
		sends string
		calls int // that reach the functions
		want  string
	}{
		"nothing":           {"", 0, "has ended"},
		"half a frame":      {"\x00\x00\x00\x10\x00\x00\x00\x00{", 0, "has ended"},
		"oversized frame":   {"\xff\xff\xff\xff\xff\xff\xff\xff", 0, "too large"},
		"oversized body":    {"\x00\x00\x00\x02\x7f\xff\xff\xff{}", 0, "too large"},
		"no JSON":           {frame("hello", ""), 0, "protocol"},
		"two messages":      {frame(`{"ask":{"What":"names"},"ready":{}}`, ""), 0, "not exactly one"},
		"unknown member":    {frame(`{"shout":{}}`, ""), 0, "shout"},
		"greeting again":    {greeting, 0, "greeting in the middle"},
		"call before names": {good, 0, "no function"},
		"gap in calls":      {names + frame(`{"call":2,"object":0,"function":0}`, `{}`), 0, "call 2 after call 0"},
		"call twice":        {names + good + good, 1, "call 1 after call 1"},
		"no object":         {names + frame(`{"call":1,"object":7,"function":0}`, `{}`), 0, "no object"},
		"no function":       {names + frame(`{"call":1,"object":0,"function":99}`, `{}`), 0, "no function"},
		"long path":         {frame(`{"call":1,"object":0,"function":-1,"path":["a","b","c"]}`, `{}`), 0, "3 names"},
		"broken arguments":  {names + frame(`{"call":1,"object":0,"function":0}`, `{"a":`), 0, "not JSON"},
		"bad text":          {names + frame(`{"call":1,"object":0,"function":0}`, "{\"a\":\"\xff\"}"), 0, "not JSON"},
		"other arguments":   {names + frame(`{"call":1,"object":0,"function":0}`, `[1]`), 0, "arguments that cannot be"},
		"too many calls":    {names + good + frame(`{"call":2,"object":0,"function":0}`, `{}`) + frame(`{"call":3,"object":0,"function":0}`, `{}`), 2, "more calls"},
		"odd question":      {frame(`{"ask":{"What":"secrets","Object":0,"Path":["a"]}}`, ""), 0, "secrets"},
		"odd output":        {frame(`{"log":"shout"}`, `"x"`), 0, "level"},
		"output no string":  {frame(`{"log":"info"}`, `{}`), 0, "not a string"},
		"end of another":    {frame(`{"done":{"Run":7}}`, ""), 0, "another run"},
		"odd kind":          {frame(`{"done":{"Run":1,"Failure":{"kind":"bored","message":"x"}}}`, ""), 0, "bored"},
		"value no JSON":     {frame(`{"done":{"Run":1,"HasValue":true}}`, "{"), 0, "not JSON"},
		"large value":       {frame(`{"done":{"Run":1,"HasValue":true}}`, `"`+strings.Repeat("x", 5000)+`"`), 0, "beyond the limit"},
		"stop for nothing":  {frame(`{"stopping":{"Run":1}}`, ""), 0, "no reason"},
		"stop of another":   {frame(`{"stopping":{"Run":2,"Failure":{"kind":"aborted","message":"x"}}}`, ""), 0, "no reason"},
		"stop of the past":  {frame(`{"stopping":{"Run":0}}`, "") + frame("and then", ""), 0, "invalid character"},
	} {
		t.Run(name, func(t *testing.T) {
			sends := filepath.Join(t.TempDir(), "sends")
			if err := os.WriteFile(sends, []byte(greeting+test.sends), 0o600); err != nil {
				t.Fatal(err)
			}
			script := "cat " + sends + "; head -c 8 >/dev/null" // until the host has sent something
			if test.want != "has ended" {
				script = "cat " + sends + "; exec cat >/dev/null"
			}
			e := newEngine(t, &worker.Options{Binary: writeScript(t, script), Idle: -1})
			calls := 0
			out, err := e.Run(t.Context(), interp.Request{
				Program: "return 1", Limits: interp.Limits{Calls: 2, Value: 4000},
				Objects: []interp.Object{{Name: "tools", Functions: functions{
					"a": func(context.Context, json.RawMessage, interp.Settle) { calls++ },
				}}},
			})
			if err != nil {
				t.Fatal(err)
			}
			if out.Failure == nil || out.Failure.Kind != interp.Worker || !strings.Contains(out.Failure.Message, test.want) {
				t.Errorf("got %+v, want a failure of the worker with %q", out.Failure, test.want)
			}
			if calls != test.calls {
				t.Errorf("got %d calls, want %d", calls, test.calls)
			}
		})
	}
}
