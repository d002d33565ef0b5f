package main

import (
	"flag"
	"os"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"

	shellrun "github.com/runcode-dev/runcode/gate/shell/run"
	"github.com/runcode-dev/runcode/interp/worker"
)

var update = flag.Bool("update", false, "write the expected outputs in testdata/script anew")

func TestMain(m *testing.M) {
	worker.Main()   // programs run in workers, which are this binary
	shellrun.Main() // commands that are only known while they run do so in a helper, which is this binary
	testscript.Main(m, map[string]func(){"runcode": main})
}

func TestScripts(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		UpdateScripts:       *update,
		Setup: func(e *testscript.Env) error {
			e.Setenv("PATH", os.Getenv("PATH"))
			return nil
		},
	})
}
