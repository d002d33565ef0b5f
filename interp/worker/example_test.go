package worker_test

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker"
)

// The main function of a program that does this begins with worker.Main.
func ExampleNew() {
	engine, err := worker.New(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	out, err := engine.Run(context.Background(), interp.Request{
		Program: "const { text } = await tools.greet({ name: 'world' }); return text.toUpperCase()",
		Objects: []interp.Object{{Name: "tools", Functions: functions{
			"greet": func(_ context.Context, args json.RawMessage, settle interp.Settle) {
				settle(json.RawMessage(`{"text": "hello"}`), nil) // here, in the host
			},
		}}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(out.Value), out.Failure == nil)
	// Output: "HELLO" true
}

// A program that does not end is stopped, and so is one that a built-in function keeps from being stopped: its process is
// killed, and the next program gets another.
func ExampleEngine_Run() {
	engine, err := worker.New(nil)
	if err != nil {
		fmt.Println(err)
		return
	}
	defer engine.Close()
	out, err := engine.Run(context.Background(), interp.Request{
		Program: `return /^(a+)+\1$/.test("a".repeat(50) + "!")`,
		Limits:  interp.Limits{Compute: 1e8},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(out.Failure.Kind, out.Failure.Message)
	// Output: timeout the program computed for more than 100ms; it did not end within 250ms, and its process was killed
}
