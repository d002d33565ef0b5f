package worker

import (
	"fmt"
	"os"
	"sync/atomic"

	"github.com/runcode-dev/runcode/interp/worker/internal/child"
)

// marker is the name under which a binary is started as a worker.
const marker = "runcode: worker"

// mainCalled says that this process can be started again as a worker. Without it, New would start a host that knows nothing
// of workers, and with it all that its main function does: this is the one thing that the package has to remember.
var mainCalled atomic.Bool

// Main must be the first thing that main does. In a process that was started as a worker it runs programs until its host
// is gone, and never returns; in every other process it does nothing.
func Main() {
	mainCalled.Store(true)
	if len(os.Args) != 1 || os.Args[0] != marker {
		return
	}
	if err := child.Main(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "worker:", err)
		os.Exit(1)
	}
	os.Exit(0)
}
