package jail

import (
	"errors"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/landlock-lsm/go-landlock/landlock"
	llsyscall "github.com/landlock-lsm/go-landlock/landlock/syscall"
	"golang.org/x/sys/unix"

	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// confine does what needs files first, and takes them away then.
func confine(l Limits) []wire.Check {
	checks := []wire.Check{
		result("descriptors", closeOthers(), "all closed but the two pipes and the standard error"),
		memory(l.Memory),
	}
	checks = append(checks, resources(l.CPU)...)
	checks = append(checks, parent(), privileges())
	version, landlockErr := restrictFiles()
	filterErr := filter()
	return append(checks,
		result("system calls", filterErr, "only those that computing needs"),
		files(version, landlockErr, filterErr),
		network(),
	)
}

// closeOthers closes the descriptors that the process was started with or its runtime does not need.
func closeOthers() error {
	const dir = "/proc/self/fd"
	entries, err := os.ReadDir(dir)
	if err != nil {
		return errors.New("not checked: there is no " + dir)
	}
	for _, e := range entries {
		fd, err := strconv.Atoi(e.Name())
		if err != nil || fd <= 2 {
			continue
		}
		// That of the directory itself is closed already.
		if target, err := os.Readlink(dir + "/" + e.Name()); err == nil && !strings.HasPrefix(target, "anon_inode:[event") {
			_ = unix.Close(fd)
		}
	}
	return nil
}

// reserve is the address space that is allowed beyond the limit on memory, for what is reserved and never used.
const reserve = 2 << 30

// memory sets the limits on what may be taken from the system.
func memory(limit int64) wire.Check {
	const name = "memory"
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return missing(name, "no hard limit: there is no /proc/self/statm to start from")
	}
	fields := strings.Fields(string(statm))
	if len(fields) < 6 {
		return missing(name, "no hard limit: /proc/self/statm is not as expected")
	}
	size, data := pages(fields[0]), pages(fields[5])
	for _, r := range []struct {
		resource int
		limit    uint64
	}{
		{unix.RLIMIT_DATA, data + uint64(limit)},
		{unix.RLIMIT_AS, size + uint64(limit) + reserve},
	} {
		if err := setLimit(r.resource, r.limit); err != nil {
			return missing(name, "no hard limit: "+err.Error())
		}
	}
	return inPlace(name, fmt.Sprintf("at most %d MiB beyond its start", limit>>20))
}

func pages(field string) uint64 {
	n, err := strconv.ParseUint(field, 10, 63)
	if err != nil {
		return math.MaxInt64
	}
	return n * uint64(os.Getpagesize())
}

// parent checks that the process dies with the one that started it.
func parent() wire.Check {
	var signal int
	if err := getParentDeathSignal(&signal); err != nil || signal != int(unix.SIGKILL) {
		return missing("parent", "it ends when its pipe is closed, but is not killed with its parent")
	}
	return inPlace("parent", "it is killed when its parent ends")
}

// restrictFiles takes away all files, and connections, by Landlock. It gives the version of Landlock.
func restrictFiles() (version int, err error) {
	version, err = llsyscall.LandlockGetABIVersion()
	if err != nil {
		return 0, errors.New("the kernel has no Landlock, or it is not enabled (lsm=landlock)")
	}
	return version, landlock.V6.BestEffort().Restrict()
}

// privileges gives up gaining any.
func privileges() wire.Check {
	return result("privileges", unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0), "it can gain none")
}

// files checks that no file can be opened.
func files(version int, landlockErr, filterErr error) wire.Check {
	if fd, err := unix.Open("/", unix.O_RDONLY|unix.O_DIRECTORY|unix.O_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return missing("files", "they can be opened")
	}
	var by []string
	if landlockErr == nil {
		by = append(by, fmt.Sprintf("Landlock %d", version))
	}
	if filterErr == nil {
		by = append(by, "the filter of system calls")
	}
	return inPlace("files", "none can be opened, by "+strings.Join(by, " and "))
}

// network checks that there are no sockets.
func network() wire.Check {
	if fd, err := unix.Socket(unix.AF_INET, unix.SOCK_DGRAM|unix.SOCK_CLOEXEC, 0); err == nil {
		_ = unix.Close(fd)
		return missing("network", "it can be reached")
	}
	return inPlace("network", "none")
}
