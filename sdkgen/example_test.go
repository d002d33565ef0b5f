package sdkgen_test

import (
	"context"
	"fmt"
	"strings"

	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/sdkgen"
)

type place struct {
	City string `json:"city" jsonschema:"name of the city"`
	Days int    `json:"days,omitempty" jsonschema:"how far to look ahead; 1 if left out"`
}

type forecast struct {
	Celsius []float64 `json:"celsius"`
}

// weather is a registry with one tool.
func weather() (*registry.Registry, error) {
	tool, err := registry.Typed(registry.Tool{Namespace: "weather", Name: "forecast", Description: "Forecasts the weather."},
		func(context.Context, *registry.Call, place) (forecast, error) { return forecast{}, nil })
	if err != nil {
		return nil, err
	}
	r := registry.New(nil)
	_, err = r.Root().Add(tool)
	return r, err
}

func ExampleDeclare() {
	r, err := weather()
	if err != nil {
		fmt.Println(err)
		return
	}
	view, err := r.View("")
	if err != nil {
		fmt.Println(err)
		return
	}
	text := sdkgen.Declare(view)
	fmt.Print(text[strings.Index(text, "declare const tools"):])
	// Output:
	// declare const tools: {
	//   weather: {
	//     /** Forecasts the weather. */
	//     forecast(args: {
	//       /** name of the city */
	//       city: string;
	//       /** how far to look ahead; 1 if left out (integer) */
	//       days?: number;
	//     }): Promise<{ celsius: number[] | null }>;
	//   };
	// };
}

func ExampleSearch() {
	r, err := weather()
	if err != nil {
		fmt.Println(err)
		return
	}
	view, err := r.View("")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, m := range sdkgen.Search(view, "what will the weather be", 3) {
		fmt.Println(m.Name, "-", m.Summary)
	}
	// Output: weather.forecast - Forecasts the weather.
}
