//go:build linux && (amd64 || arm64)

package confine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// forbidden lists the system calls that fail with EPERM: those that make connections, that change what Landlock does not
// guard (modes, owners, times and attributes of files), that reach into other processes, and that change the system.
var forbidden = append([]uint32{
	unix.SYS_SOCKET, unix.SYS_IO_URING_SETUP,

	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,

	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_USERFAULTFD,

	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN, unix.SYS_FSMOUNT, unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS, unix.SYS_UNSHARE,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_QUOTACTL,
}, forbiddenHere...)

// Offsets into what a filter sees of a system call.
const (
	offsetNumber = 0
	offsetArch   = 4
)

// foreign is the least number of a system call of another calling convention of the same machine (x32 on amd64).
const foreign = 0x40000000

// filter installs the filter on this thread. Calls made in the convention of another machine end the process.
func filter() error {
	load := func(offset uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
	}
	jump := func(test uint16, value uint32, yes, no int) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: uint8(yes), Jf: uint8(no)}
	}
	answer := func(value uint32) unix.SockFilter {
		return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
	}

	n := len(forbidden)
	program := []unix.SockFilter{
		load(offsetArch),
		jump(unix.BPF_JEQ, thisArch, 1, 0),
		answer(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber),
		jump(unix.BPF_JGE, foreign, n+1, 0),
	}
	for i, number := range forbidden {
		program = append(program, jump(unix.BPF_JEQ, number, n-i, 0))
	}
	program = append(program, answer(unix.SECCOMP_RET_ALLOW), answer(unix.SECCOMP_RET_ERRNO|uint32(unix.EPERM)))

	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&p)), 0, 0)
}
