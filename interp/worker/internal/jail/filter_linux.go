//go:build linux && (amd64 || arm64)

package jail

import (
	"errors"
	"fmt"
	"os"
	"unsafe"

	"golang.org/x/sys/unix"
)

// allowed lists the system calls that computing needs: memory, threads, clocks, waiting, and what is open already. The ones
// that a run makes most stand first. All others fail with EPERM; clone and tgkill are allowed only within the process.
var allowed = append([]uint32{
	unix.SYS_READ, unix.SYS_WRITE, unix.SYS_FUTEX, unix.SYS_EPOLL_PWAIT, unix.SYS_NANOSLEEP, unix.SYS_MADVISE, unix.SYS_MMAP,
	unix.SYS_RT_SIGRETURN, unix.SYS_SCHED_YIELD, unix.SYS_GETPID, unix.SYS_GETTID, unix.SYS_CLOCK_GETTIME, unix.SYS_PPOLL,

	unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MINCORE, unix.SYS_BRK,
	unix.SYS_RT_SIGPROCMASK, unix.SYS_RT_SIGACTION, unix.SYS_SIGALTSTACK,
	unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_RESTART_SYSCALL,
	unix.SYS_SCHED_GETAFFINITY, unix.SYS_GETRANDOM, unix.SYS_GETRUSAGE, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_GETTIMEOFDAY,
	unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_CLOSE, unix.SYS_FCNTL,
	unix.SYS_WRITEV, unix.SYS_READV,
}, allowedHere...)

// Offsets into what a filter sees of a system call, on a machine whose lower bytes come first.
const (
	offsetNumber   = 0
	offsetArch     = 4
	offsetArgument = 16 // the lower half of the first one
)

// The answers of a filter.
const (
	permit  = unix.SECCOMP_RET_ALLOW
	refuse  = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)
	absent  = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOENT)
	unknown = unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)
	kill    = unix.SECCOMP_RET_KILL_PROCESS
)

// filter installs the filter, in all threads. The process must have given up gaining privileges.
func filter() error {
	program := rules(uint32(os.Getpid()))
	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	failed, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_TSYNC,
		uintptr(unsafe.Pointer(&p)))
	switch {
	case errors.Is(errno, unix.ENOSYS), errors.Is(errno, unix.EINVAL):
		return errors.New("the kernel has no filter of system calls")
	case errno != 0:
		return fmt.Errorf("no filter: %w", errno)
	case failed != 0:
		return errors.New("no filter: a thread could not take it over")
	}
	return nil
}

// rules makes the program of the filter, for the process with the given ID.
func rules(pid uint32) []unix.SockFilter {
	program := []unix.SockFilter{
		load(offsetArch),
		jump(unix.BPF_JEQ, thisArch, 1, 0),
		answer(kill),
		load(offsetNumber),
	}
	for _, number := range allowed {
		program = append(program, jump(unix.BPF_JEQ, number, 0, 1), answer(permit))
	}
	return append(program,
		jump(unix.BPF_JEQ, unix.SYS_OPENAT, 0, 1), answer(absent), // as in a system without files
		jump(unix.BPF_JEQ, unix.SYS_CLONE3, 0, 1), answer(unknown), // then clone is tried
		jump(unix.BPF_JEQ, unix.SYS_CLONE, 0, 4),
		load(offsetArgument), jump(unix.BPF_JSET, unix.CLONE_THREAD, 0, 1), answer(permit), answer(refuse),
		jump(unix.BPF_JEQ, unix.SYS_TGKILL, 0, 3),
		load(offsetArgument), jump(unix.BPF_JEQ, pid, 0, 1), answer(permit),
		answer(refuse),
	)
}

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

// jump skips yes or no instructions.
func jump(test uint16, value uint32, yes, no uint8) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: yes, Jf: no}
}

func answer(value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
}
