package run

import (
	"context"
	"os/exec"
	"runtime"
	"time"

	"github.com/runcode-dev/runcode/registry/builtin/process"
)

// start starts a program.
type start func(*exec.Cmd) error

// programs runs a program to its end.
type programs func(ctx context.Context, cmd *exec.Cmd, start start) error

// alone gives each program a session, and so a process group, of its own. Once the context is done, it is asked to end with
// all in its group, and killed after the grace; what it leaves behind is killed. It is for programs that only read.
func alone(grace time.Duration) programs {
	return func(ctx context.Context, cmd *exec.Cmd, start start) error {
		runtime.LockOSThread() // see process.EndWithThread
		defer runtime.UnlockOSThread()
		ownSession(cmd)
		process.EndWithThread(cmd)
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := start(cmd); err != nil {
			return err
		}
		ended, watched := make(chan struct{}), make(chan struct{})
		go func() {
			defer close(watched)
			endGroup(ctx, cmd.Process.Pid, ended, grace)
		}()
		cmd.WaitDelay = grace // for the copying of output that a process left behind holds open
		err := cmd.Wait()
		close(ended)
		<-watched
		return err
	}
}

// endGroup waits until a process has ended or the context is done, and ends what is left of its group.
func endGroup(ctx context.Context, leader int, ended <-chan struct{}, grace time.Duration) {
	select {
	case <-ended:
	case <-ctx.Done():
		askToEnd(leader)
		timer := time.NewTimer(grace)
		defer timer.Stop()
		select {
		case <-ended:
		case <-timer.C:
		}
	}
	kill(leader)
}

// together leaves programs in the session of this process, the helper, whose caller ends what is left. Once the context is
// done, nobody waits for them.
func together(ctx context.Context, cmd *exec.Cmd, start start) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := start(cmd); err != nil {
		return err
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
