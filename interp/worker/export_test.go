package worker

import (
	"bytes"
	"context"

	"github.com/runcode-dev/runcode/interp"
	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// nowhere is a pipe whose other end takes everything.
type nowhere struct{}

func (nowhere) TryWrite(b []byte) (int, error) { return len(b), nil }
func (nowhere) Write(b []byte) (int, error)    { return len(b), nil }
func (nowhere) Close() error                   { return nil }

// Converse runs a request against a worker that sends the given bytes and then is gone.
func Converse(ctx context.Context, sends []byte, req interp.Request) (*interp.Outcome, error) {
	limits := req.Limits.WithDefaults()
	p := newProcess("", limits.Memory, 0)
	p.in, p.out = wire.NewReader(bytes.NewReader(sends), 0), wire.NewOutbox(nowhere{})
	close(p.exited)
	return newSession(ctx, p, &req, limits).do()
}
