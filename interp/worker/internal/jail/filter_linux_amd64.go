package jail

import "golang.org/x/sys/unix"

const thisArch = unix.AUDIT_ARCH_X86_64

// allowedHere are the older names of allowed calls that this machine still has. Calls of the convention x32 have other
// numbers, and so are not among them.
var allowedHere = []uint32{unix.SYS_POLL, unix.SYS_EPOLL_WAIT, unix.SYS_TIME}
