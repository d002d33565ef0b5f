package run

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
)

// marker is the name under which the own binary is started as the helper.
const marker = "runcode: shell"

// runInHelper runs the command in a helper process, and answers its questions.
func (c *Command) runInHelper(ctx context.Context) (status int, err error) {
	switch {
	case !canHelp:
		return 0, ErrNotUnderstood
	case os.Args[0] == marker: // else it would start itself without end
		return 0, fmt.Errorf("%w: its main function does not begin with run.Main", ErrHelper)
	}
	cmd, err := c.helper()
	if err != nil {
		return 0, err
	}
	toHelper, fromHelper, ends, err := pipes()
	if err != nil {
		return 0, err
	}
	defer fromHelper.Close()
	cmd.ExtraFiles = ends

	t := talk{Command: c, encoder: json.NewEncoder(toHelper)}
	listening, stopListening := context.WithCancel(ctx)
	defer stopListening()
	heard := make(chan struct{})
	start := func(cmd *exec.Cmd) error {
		if err := cmd.Start(); err != nil {
			return err
		}
		for _, f := range ends {
			f.Close() // the helper has them
		}
		go func() {
			defer close(heard)
			t.listen(listening, json.NewDecoder(fromHelper))
		}()
		t.send(order{Text: c.Analysis.Text, Dir: c.Dir, Env: c.Env, Writes: c.Writes, Grace: c.grace()})
		return nil
	}
	var p programs
	defer p.end()
	err = p.run(ctx, cmd, 2*c.grace(), start) // within one grace the helper ends what it has started itself
	toHelper.Close()
	stopListening() // nobody waits for the answers that are still to come
	if cmd.Process == nil {
		for _, f := range ends {
			f.Close()
		}
		return 0, errors.Join(ErrHelper, err)
	}
	<-heard
	return t.outcome(ctx, err)
}

// helper makes the command that starts the helper, with the streams of the command that it will run.
func (c *Command) helper() (*exec.Cmd, error) {
	self, err := ownBinary()
	if err != nil {
		return nil, err
	}
	cmd := &exec.Cmd{
		Path: self, Args: []string{marker}, Env: []string{"GOTRACEBACK=none"},
		Stdin: c.Stdin, Stdout: output(share(c.Stdout)), Stderr: output(share(c.Stderr)),
	}
	if same(c.Stdout, c.Stderr) {
		cmd.Stderr = cmd.Stdout
	}
	return cmd, nil
}

// pipes makes the two pipes, and returns this process's ends and those of the helper, which finds them as files 3 and 4.
func pipes() (to, from *os.File, ends []*os.File, err error) {
	hisIn, to, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, err
	}
	from, hisOut, err := os.Pipe()
	if err != nil {
		return nil, nil, nil, errors.Join(err, hisIn.Close(), to.Close())
	}
	return to, from, []*os.File{hisIn, hisOut}, nil
}

// ownBinary returns the path of this process's own binary, as it is even when its file has been replaced.
func ownBinary() (string, error) {
	if runtime.GOOS == "linux" {
		return "/proc/self/exe", nil
	}
	return os.Executable()
}

// talk is this process's side of the talk with a helper.
type talk struct {
	*Command
	mu      sync.Mutex // held for what is below
	encoder *json.Encoder
	stopped error // what the judge has ended the command with

	last note // the outcome; once listen has returned
	done bool // there is one
}

func (t *talk) send(message any) {
	t.mu.Lock()
	defer t.mu.Unlock()
	_ = t.encoder.Encode(message) // a helper that is gone is noticed by the end of its notes
}

// maxAsked bounds the questions that are being answered at once. More wait in the helper.
const maxAsked = 64

// listen answers questions until the outcome comes or the helper has gone. When ctx is done, no more answers are needed.
func (t *talk) listen(ctx context.Context, notes *json.Decoder) {
	var answering sync.WaitGroup
	defer answering.Wait()
	free := make(chan struct{}, maxAsked)
	for {
		var n note
		if err := notes.Decode(&n); err != nil {
			return
		}
		if n.ID == 0 {
			t.last, t.done = n, true
			return
		}
		free <- struct{}{}
		answering.Go(func() {
			defer func() { <-free }()
			t.answer(ctx, n)
		})
	}
}

func (t *talk) answer(ctx context.Context, n note) {
	d, err := t.judged(ctx, n.Dir, toStrings(n.Words))
	if err != nil && ctx.Err() == nil {
		t.mu.Lock()
		t.stopped = err
		t.mu.Unlock()
	}
	t.send(answer{ID: n.ID, Decision: d, Stop: err != nil})
}

// outcome makes of what was said, when the helper has ended, what Run returns.
func (t *talk) outcome(ctx context.Context, ended error) (status int, err error) {
	exit, _ := errors.AsType[*exec.ExitError](ended)
	switch {
	case ctx.Err() != nil:
		return 0, context.Cause(ctx)
	case t.stopped != nil:
		return 0, t.stopped
	case exit != nil && exit.ExitCode() == outOfMemory:
		return 0, ErrMemory
	case !t.done:
		return 0, ErrHelper
	case t.last.Failed != "":
		return 0, errors.New(t.last.Failed)
	}
	return t.last.Status, nil
}
