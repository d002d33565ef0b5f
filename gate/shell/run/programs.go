package run

import (
	"context"
	"os/exec"
	"sync"
	"time"
)

// programs keeps what was started, so that none outlives the command.
type programs struct {
	// shared says that they stay in the session of this process, which somebody else ends. Else each is in a session, and
	// so in a process group, of its own.
	shared bool

	mu   sync.Mutex
	left []int // groups whose first process has ended and others have not
}

// run starts a program and waits for it. Once the context is done, it is asked to end with all in its group, and killed
// after the grace.
func (p *programs) run(ctx context.Context, cmd *exec.Cmd, grace time.Duration, start func(*exec.Cmd) error) error {
	if !p.shared {
		ownSession(cmd)
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := start(cmd); err != nil {
		return err
	}
	target := cmd.Process.Pid
	if !p.shared {
		target = -target
	}
	ended, watched := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(watched)
		endWith(ctx, target, ended, grace)
	}()
	cmd.WaitDelay = grace // for the copying of output that a process left behind holds open
	err := cmd.Wait()
	close(ended)
	<-watched
	if !p.shared && alive(target) {
		p.mu.Lock()
		p.left = append(p.left, target)
		p.mu.Unlock()
	}
	return err
}

// endWith waits until a process has ended, or else, once the context is done, ends it.
func endWith(ctx context.Context, target int, ended <-chan struct{}, grace time.Duration) {
	select {
	case <-ended:
		return
	case <-ctx.Done():
	}
	askToEnd(target)
	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-ended:
	case <-timer.C:
	}
	if target < 0 { // what is left of a group; a process alone is waited for, and its number may be another's by now
		kill(target)
		return
	}
	select {
	case <-ended:
	default:
		kill(target)
	}
}

// end kills what is left.
func (p *programs) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, target := range p.left {
		kill(target)
	}
	p.left = nil
}
