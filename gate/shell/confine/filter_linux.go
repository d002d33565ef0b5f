//go:build linux && (amd64 || arm64)

package confine

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// forbidden lists the system calls that fail with EPERM: those that make connections, that change what Landlock does not
// guard (modes, owners, times and attributes of files), that reach into other processes or leave something behind for them,
// and that change the system.
var forbidden = append([]uint32{
	unix.SYS_SOCKET, unix.SYS_IO_URING_SETUP,

	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
	unix.SYS_SETXATTR, unix.SYS_LSETXATTR, unix.SYS_FSETXATTR, unix.SYS_REMOVEXATTR, unix.SYS_LREMOVEXATTR, unix.SYS_FREMOVEXATTR,
	unix.SYS_OPEN_BY_HANDLE_AT,

	unix.SYS_PTRACE, unix.SYS_PROCESS_VM_WRITEV, unix.SYS_PIDFD_GETFD, unix.SYS_BPF, unix.SYS_PERF_EVENT_OPEN,
	unix.SYS_PROCESS_MADVISE, unix.SYS_PROCESS_MRELEASE, unix.SYS_MIGRATE_PAGES, unix.SYS_MOVE_PAGES, unix.SYS_FANOTIFY_INIT,
	unix.SYS_ADD_KEY, unix.SYS_REQUEST_KEY, unix.SYS_KEYCTL, unix.SYS_USERFAULTFD,

	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_SEMGET, unix.SYS_SEMOP, unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK,

	unix.SYS_MOUNT, unix.SYS_UMOUNT2, unix.SYS_PIVOT_ROOT, unix.SYS_CHROOT, unix.SYS_OPEN_TREE, unix.SYS_MOVE_MOUNT,
	unix.SYS_FSOPEN, unix.SYS_FSPICK, unix.SYS_FSCONFIG, unix.SYS_FSMOUNT, unix.SYS_MOUNT_SETATTR, unix.SYS_SETNS, unix.SYS_UNSHARE,
	unix.SYS_SETTIMEOFDAY, unix.SYS_CLOCK_SETTIME, unix.SYS_CLOCK_ADJTIME, unix.SYS_ADJTIMEX,
	unix.SYS_SETHOSTNAME, unix.SYS_SETDOMAINNAME, unix.SYS_REBOOT, unix.SYS_SWAPON, unix.SYS_SWAPOFF, unix.SYS_ACCT, unix.SYS_SYSLOG,
	unix.SYS_INIT_MODULE, unix.SYS_FINIT_MODULE, unix.SYS_DELETE_MODULE, unix.SYS_KEXEC_LOAD, unix.SYS_KEXEC_FILE_LOAD,
	unix.SYS_QUOTACTL, unix.SYS_QUOTACTL_FD,
}, forbiddenHere...)

// limited lists the system calls that fail with EPERM unless their arguments are right.
var limited = []limitedCall{
	// About the calling process alone: for another one these are a way to stop it.
	{unix.SYS_PRLIMIT64, [][]argument{{{0, 0}}}},
	{unix.SYS_SETPRIORITY, [][]argument{{{0, unix.PRIO_PROCESS}, {1, 0}}}},
	{unix.SYS_IOPRIO_SET, [][]argument{{{0, ioprioWhoProcess}, {1, 0}}}},
	{unix.SYS_SCHED_SETAFFINITY, [][]argument{{{0, 0}}}},
	{unix.SYS_SCHED_SETSCHEDULER, [][]argument{{{0, 0}}}},
	{unix.SYS_SCHED_SETPARAM, [][]argument{{{0, 0}}}},
	{unix.SYS_SCHED_SETATTR, [][]argument{{{0, 0}}}},

	// What asks about a file or a terminal. Others change attributes of files that are open for reading only.
	{unix.SYS_IOCTL, [][]argument{
		{{1, unix.TCGETS}}, {{1, unix.TCGETS2}}, {{1, unix.TIOCGWINSZ}}, {{1, unix.TIOCGPGRP}}, {{1, unix.TIOCINQ}},
		{{1, fionbio}}, {{1, fioclex}}, {{1, fionclex}}, {{1, figetbsz}},
		{{1, unix.FS_IOC_GETFLAGS}}, {{1, unix.BLKGETSIZE64}},
	}},
}

// limitedCall is a system call that may be made when all arguments of one of the alternatives are right.
type limitedCall struct {
	number       uint32
	alternatives [][]argument
}

// argument says what the lower half of an argument must be. The kernel reads no more of those that are limited here.
type argument struct {
	index int
	value uint32
}

// Numbers of <linux/ioprio.h>, <asm-generic/ioctls.h> and <linux/fs.h> that package unix has not.
const (
	ioprioWhoProcess = 1
	fionbio          = 0x5421
	fionclex         = 0x5450
	fioclex          = 0x5451
	figetbsz         = 2
)

// Offsets into what a filter sees of a system call.
const (
	offsetNumber = 0
	offsetArch   = 4
	offsetArgs   = 16
)

// foreign is the least number of a system call of another calling convention of the same machine (x32 on amd64).
const foreign = 0x40000000

// unknown is the least number of the system calls that came after this list was made. They do not exist, so that programs do
// without them: some change attributes of files. New ones have the same number on all machines.
const unknown = unix.SYS_MSEAL + 1

// filter installs the filter on this thread. Calls made in the convention of another machine end the process.
func filter() error {
	n := len(forbidden)
	program := []unix.SockFilter{
		load(offsetArch),
		jump(unix.BPF_JEQ, thisArch, 1, 0),
		answer(unix.SECCOMP_RET_KILL_PROCESS),
		load(offsetNumber),
		jump(unix.BPF_JGE, foreign, n+3, 0),
		jump(unix.BPF_JGE, unknown, 0, 1),
		answer(unix.SECCOMP_RET_ERRNO | uint32(unix.ENOSYS)),
	}
	for i, number := range forbidden {
		program = append(program, jump(unix.BPF_JEQ, number, n-i, 0))
	}
	program = append(program, jump(unix.BPF_JA, 1, 0, 0), answer(refuse))
	for _, call := range limited {
		program = append(program, call.program()...)
	}
	program = append(program, answer(unix.SECCOMP_RET_ALLOW))

	p := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	return unix.Prctl(unix.PR_SET_SECCOMP, unix.SECCOMP_MODE_FILTER, uintptr(unsafe.Pointer(&p)), 0, 0)
}

// program answers this call, and lets the number of another one pass.
func (c limitedCall) program() []unix.SockFilter {
	var body []unix.SockFilter
	for _, arguments := range c.alternatives {
		for i, a := range arguments {
			next := 2*(len(arguments)-i-1) + 1
			body = append(body, load(uint32(offsetArgs+8*a.index)), jump(unix.BPF_JEQ, a.value, 0, next))
		}
		body = append(body, answer(unix.SECCOMP_RET_ALLOW))
	}
	body = append(body, answer(refuse))
	return append([]unix.SockFilter{jump(unix.BPF_JEQ, c.number, 0, len(body))}, body...)
}

// refuse is the answer that makes a system call fail.
const refuse = unix.SECCOMP_RET_ERRNO | uint32(unix.EPERM)

func load(offset uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, K: offset}
}

func jump(test uint16, value uint32, yes, no int) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_JMP | test | unix.BPF_K, K: value, Jt: uint8(yes), Jf: uint8(no)}
}

func answer(value uint32) unix.SockFilter {
	return unix.SockFilter{Code: unix.BPF_RET | unix.BPF_K, K: value}
}
