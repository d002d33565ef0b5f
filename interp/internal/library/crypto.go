package library

import (
	"crypto/sha1"
	"crypto/sha256"
	"crypto/sha512"

	"github.com/dop251/goja"
)

// maxRandom is the number of random bytes that a program gets at once.
const maxRandom = 65_536

func random(l *library) method {
	return method{"random", 1, func(call goja.FunctionCall) goja.Value {
		data := make([]byte, min(max(call.Argument(0).ToInteger(), 0), maxRandom))
		l.host.Random(data)
		return l.vm.ToValue(l.vm.NewArrayBuffer(data))
	}}
}

// digest is undefined for an algorithm that it does not know.
func digest(l *library) method {
	return method{"digest", 2, func(call goja.FunctionCall) goja.Value {
		data := bytesOf(call.Argument(1))
		var sum []byte
		switch call.Argument(0).String() {
		case "SHA-1":
			s := sha1.Sum(data)
			sum = s[:]
		case "SHA-256":
			s := sha256.Sum256(data)
			sum = s[:]
		case "SHA-384":
			s := sha512.Sum384(data)
			sum = s[:]
		case "SHA-512":
			s := sha512.Sum512(data)
			sum = s[:]
		default:
			return goja.Undefined()
		}
		return l.vm.ToValue(l.vm.NewArrayBuffer(sum))
	}}
}

// installPerformance makes the clock that counts milliseconds from the start of the run.
func installPerformance(l *library) error {
	o := l.vm.NewObject()
	err := l.define(o, method{"now", 0, func(goja.FunctionCall) goja.Value {
		return l.vm.ToValue(float64(l.host.Now().Sub(l.start)) / 1e6)
	}})
	if err != nil {
		return err
	}
	if err := o.Set("timeOrigin", float64(l.start.UnixMicro())/1e3); err != nil {
		return err
	}
	return hidden(l.vm.GlobalObject(), "performance", o)
}
