package jail

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// getParentDeathSignal gives the signal that the process gets when its parent ends.
func getParentDeathSignal(signal *int) error {
	var s int32
	err := unix.Prctl(unix.PR_GET_PDEATHSIG, uintptr(unsafe.Pointer(&s)), 0, 0, 0)
	*signal = int(s)
	return err
}
