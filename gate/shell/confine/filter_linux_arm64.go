package confine

import "golang.org/x/sys/unix"

const thisArch = unix.AUDIT_ARCH_AARCH64

// forbiddenHere are the older names of forbidden calls that this machine still has: none.
var forbiddenHere []uint32
