package confine

import "golang.org/x/sys/unix"

const thisArch = unix.AUDIT_ARCH_X86_64

// forbiddenHere are the older names of forbidden calls that this machine still has.
var forbiddenHere = []uint32{
	unix.SYS_CHMOD, unix.SYS_CHOWN, unix.SYS_LCHOWN, unix.SYS_UTIME, unix.SYS_UTIMES, unix.SYS_FUTIMESAT,
	unix.SYS_IOPL, unix.SYS_IOPERM, unix.SYS_CREATE_MODULE, unix.SYS_USELIB,
}
