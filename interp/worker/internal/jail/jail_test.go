//go:build linux

package jail_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/interp/worker/internal/jail"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// inside is the argument of a process that confines itself and then tries what it must not.
const inside = "inside the jail"

func TestMain(m *testing.M) {
	if len(os.Args) == 2 && os.Args[1] == inside {
		tryAll()
	}
	os.Exit(m.Run())
}

// report is what a confined process found out.
type report struct {
	Checks  []wire.Check
	Allowed []string // what it could do, and must not
}

func tryAll() {
	var r report
	r.Checks = jail.Apply(jail.Limits{Memory: 256 << 20, CPU: 1e12})
	try := func(what string, err error) {
		if err == nil {
			r.Allowed = append(r.Allowed, what)
		}
	}
	_, err := os.Open("/etc/hostname")
	try("open", err)
	_, err = os.Stat("/")
	try("stat", err)
	try("create", os.WriteFile("/tmp/from-the-jail", nil, 0o600))
	try("remove", os.Remove("/tmp/never-there/at-all"))
	try("chdir", os.Chdir("/tmp"))
	_, err = unix.Socket(unix.AF_UNIX, unix.SOCK_STREAM, 0)
	try("socket", err)
	try("exec", exec.Command("/bin/true").Run())
	try("kill", unix.Kill(os.Getppid(), 0))
	try("kill itself", unix.Kill(os.Getpid(), 0))
	try("raise a limit", unix.Setrlimit(unix.RLIMIT_NOFILE, &unix.Rlimit{Cur: 100, Max: 100}))
	try("trace", unix.PtraceAttach(os.Getppid()))
	done := make(chan struct{}) // threads and the collector go on
	go func() { close(done) }()
	<-done
	_ = json.NewEncoder(os.Stdout).Encode(r)
	os.Exit(0)
}

func TestJail(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", inside)
	cmd.Env = []string{"TZ=UTC"}
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	var r report
	if err := json.Unmarshal(out, &r); err != nil {
		t.Fatal(err)
	}
	filtered := false
	for _, c := range r.Checks {
		t.Logf("%+v", c)
		filtered = filtered || c.Name == "system calls" && c.OK
		if !c.OK && (c.Name == "environment" || c.Name == "core dumps") {
			t.Errorf("got %+v, want it in place on every Linux", c)
		}
	}
	if !filtered {
		t.Skip("there is no filter of system calls here")
	}
	if len(r.Allowed) > 0 {
		t.Errorf("the process could %s", strings.Join(r.Allowed, ", "))
	}
}

// What is left of the environment is told.
func TestEnvironment(t *testing.T) {
	cmd := exec.Command("/proc/self/exe", inside)
	cmd.Env = []string{"TOKEN=secret"}
	out, err := cmd.Output()
	if err != nil || strings.Contains(string(out), "secret") || !strings.Contains(string(out), "1 variables beside TZ") {
		t.Errorf("got %s, %v", out, err)
	}
}
