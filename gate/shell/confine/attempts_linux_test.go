package confine_test

import (
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"unsafe"

	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"
)

// systemAttempts reach for another process, given by its number, or leave something behind.
var systemAttempts = map[string]func(string) error{
	"limit": about(func(pid int) error { return unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil) }),
	"nice":  about(func(pid int) error { return unix.Setpriority(unix.PRIO_PROCESS, pid, 19) }),
	"cores": about(func(pid int) error {
		var set unix.CPUSet
		if err := unix.SchedGetaffinity(pid, &set); err != nil {
			return err
		}
		return unix.SchedSetaffinity(pid, &set)
	}),
	"signal": about(func(pid int) error { return unix.Kill(pid, 0) }),
	"segment": about(func(int) error {
		id, err := unix.SysvShmGet(unix.IPC_PRIVATE, 4096, unix.IPC_CREAT|0o600)
		if err != nil {
			return err
		}
		_, err = unix.SysvShmCtl(id, unix.IPC_RMID, nil)
		return err
	}),
	"environment": func(pid string) error {
		_, err := os.ReadFile("/proc/" + pid + "/environ")
		return err
	},
	"attribute": func(path string) error {
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		flags := int32(0x40) // FS_NODUMP_FL
		if _, _, no := unix.Syscall(unix.SYS_IOCTL, f.Fd(), unix.FS_IOC_SETFLAGS, uintptr(unsafe.Pointer(&flags))); no != 0 {
			return no
		}
		return nil
	},
	"newer call": func(path string) error {
		name, err := unix.BytePtrFromString(path)
		if err != nil {
			return err
		}
		value := []byte("x")
		args := struct {
			value       uint64
			size, flags uint32
		}{uint64(uintptr(unsafe.Pointer(&value[0]))), 1, 0}
		at := unix.AT_FDCWD
		if _, _, no := unix.Syscall6(unix.SYS_SETXATTRAT, uintptr(at), uintptr(unsafe.Pointer(name)), 0,
			uintptr(unsafe.Pointer(&[]byte("user.x\x00")[0])), uintptr(unsafe.Pointer(&args)), unsafe.Sizeof(args)); no != 0 {
			return no
		}
		return nil
	},
}

func about(f func(pid int) error) func(string) error {
	return func(arg string) error {
		pid, err := strconv.Atoi(arg)
		if err != nil {
			return err
		}
		return f(pid)
	}
}

func TestOtherProcessesAreOutOfReach(t *testing.T) {
	cat := exec.Command("cat")
	in, err := cat.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cat.Start(); err != nil {
		t.Fatal(err)
	}
	defer cat.Wait()
	defer in.Close()
	for _, name := range []string{"limit", "nice", "cores", "segment", "signal"} {
		t.Run(name, func(t *testing.T) {
			if version, _ := llsyscall.LandlockGetABIVersion(); name == "signal" && version < 6 {
				t.Skip("before Linux 6.12 signals are not limited")
			}
			if out, err := bothWays(t, name, strconv.Itoa(cat.Process.Pid)); err == nil || !strings.Contains(out, "not permitted") {
				t.Errorf("got %q, %v, want that it is not permitted", out, err)
			}
		})
	}
	t.Run("environment", func(t *testing.T) {
		if out, err := bothWays(t, "environment", strconv.Itoa(os.Getppid())); err == nil {
			t.Errorf("got %q, %v, want no access", out, err)
		}
	})
}

func TestAttributesAreKept(t *testing.T) {
	path := t.TempDir() + "/file"
	if err := os.WriteFile(path, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{"attribute": "not permitted", "newer call": "not implemented"} {
		t.Run(name, func(t *testing.T) {
			if out, err := bothWays(t, name, path); err == nil || !strings.Contains(out, want) {
				t.Errorf("got %q, %v, want that it is %s", out, err, want)
			}
		})
	}
}

// A program may still say of itself how it wants to run.
func TestOwnSettingsWork(t *testing.T) {
	for _, args := range [][]string{{"nice", "-n", "5", "true"}, {"prlimit", "--core=0", "true"}, {"sh", "-c", "ulimit -c 0"}, {"ionice", "-c3", "true"}, {"timeout", "5", "true"}} {
		if out, _, err := confined(t, args...); err != nil || out != "" {
			t.Errorf("%v: got %q, %v, want success", args, out, err)
		}
	}
}
