package interp_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/runcode-dev/runcode/interp"
)

// clock is a set of host functions with one member.
type clock struct{}

func (clock) Names() [][]string { return [][]string{{"now"}} }

func (clock) Lookup(path []string) (interp.Func, bool) {
	if len(path) != 1 || path[0] != "now" {
		return nil, false
	}
	return func(_ context.Context, _ json.RawMessage, settle interp.Settle) {
		settle(json.RawMessage(`"12:00"`), nil)
	}, true
}

func ExampleNew() {
	engine := interp.New(nil)
	outcome, err := engine.Run(context.Background(), interp.Request{
		Program: "console.log('asking')\nreturn { time: await host.now() }",
		Objects: []interp.Object{{Name: "host", Functions: clock{}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(outcome.Logs[0].Text)
	fmt.Println(string(outcome.Value))
	// Output:
	// asking
	// {"time":"12:00"}
}

func ExampleInterpreter_Run_failure() {
	outcome, _ := interp.New(nil).Run(context.Background(), interp.Request{Program: "const user = null\nreturn user.name"})
	f := outcome.Failure
	fmt.Printf("%s:%d:%d %s: %s (%s)\n", f.Kind, f.Line, f.Column, f.Name, f.Message, f.Hint)
	// Output:
	// exception:2:13 TypeError: Cannot read properties of undefined or null (reading 'name') (user is undefined or null here)
}
