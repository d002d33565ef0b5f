package run

import (
	"context"
	"os/exec"
	"sync"
	"time"
)

// groups keeps the process groups of the programs that were started, so that none outlives the command.
type groups struct {
	mu   sync.Mutex
	left []int // groups whose first process has ended and others have not
}

// run starts a program in a group of its own and waits for it. Once the context is done, the group is asked to end, and
// killed after the grace.
func (g *groups) run(ctx context.Context, cmd *exec.Cmd, grace time.Duration) error {
	ownGroup(cmd)
	if err := ctx.Err(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	group := cmd.Process.Pid
	ended := make(chan struct{})
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		select {
		case <-ended:
			return
		case <-ctx.Done():
		}
		askToEnd(group)
		select {
		case <-ended:
		case <-time.After(grace):
		}
		kill(group)
	}()
	cmd.WaitDelay = grace // for the copying of output that a process left behind holds open
	err := cmd.Wait()
	close(ended)
	<-watched
	if alive(group) {
		g.mu.Lock()
		g.left = append(g.left, group)
		g.mu.Unlock()
	}
	return err
}

// end kills what is left.
func (g *groups) end() {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, group := range g.left {
		kill(group)
	}
	g.left = nil
}
