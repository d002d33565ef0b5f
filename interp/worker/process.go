package worker

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"github.com/runcode-dev/runcode/interp/worker/internal/wire"
)

// maxCPU is the processor time after which the system ends a worker, whatever it does. It is a last resort, for a worker
// that nobody watches any more.
const maxCPU = time.Hour

// process is one worker, as its host sees it.
type process struct {
	binary string
	own    bool // the binary is that of this process
	memory int64
	start  time.Duration // how long it may take to start

	ready  chan struct{} // closed when it is ready, or err is set
	err    error         // why it is not
	exited chan struct{} // closed when it is gone; then state is set
	state  *os.ProcessState
	checks []wire.Check
	stderr tail

	// Of the run that has the worker.
	in       *wire.Reader
	out      *wire.Outbox
	runs     uint64
	lastCall uint64                // ID
	lists    map[string][][]string // names of functions that it was told, by object

	mu      sync.Mutex
	cmd     *exec.Cmd // nil: not started
	killed  atomic.Bool
	dropped chan struct{} // closed when nobody will use it any more
	from    *os.File      // the pipe beneath in
}

func newProcess(binary string, memory int64, start time.Duration) *process {
	return &process{
		binary: binary, memory: memory, start: start,
		ready: make(chan struct{}), exited: make(chan struct{}), dropped: make(chan struct{}), lists: map[string][][]string{},
	}
}

// live is the life of the process. It is bound to one thread, for the system can tie the process to the thread that
// started it.
func (p *process) live() {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if p.err = p.launch(); p.err != nil {
		close(p.ready)
		close(p.exited)
		return
	}
	p.err = p.greet()
	close(p.ready)
	_ = p.cmd.Wait() // the state says more than the error
	p.state = p.cmd.ProcessState
	close(p.exited)
	_ = p.out.Close()
	<-p.dropped // what it sent last may still be read
	_ = p.from.Close()
}

// launch starts the process.
func (p *process) launch() error {
	theirIn, ourOut, err := wire.Files()
	if err != nil {
		return p.startError(err)
	}
	defer theirIn.Close()
	ourIn, theirOut, err := wire.Files()
	if err != nil {
		ourOut.Close()
		return p.startError(err)
	}
	defer theirOut.Close()
	pipe, err := wire.NewPipe(ourOut)
	if err == nil {
		err = p.exec(theirIn, theirOut)
	}
	if err != nil {
		ourOut.Close()
		ourIn.Close()
		return p.startError(err)
	}
	p.in, p.out = wire.NewReader(ourIn, maxGreeting), wire.NewOutbox(pipe)
	p.from = ourIn
	return nil
}

// exec starts the binary on its ends of the pipes.
func (p *process) exec(in, out *os.File) error {
	cmd := &exec.Cmd{
		Path: p.binary, Args: []string{marker}, Env: environment(), Dir: emptyDir,
		Stdin: in, Stdout: out, Stderr: &p.stderr, SysProcAttr: attributes(),
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.killed.Load() {
		return errClosed
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	p.cmd = cmd
	return nil
}

// environment is what a worker has of the environment of its host.
func environment() []string {
	if zone, ok := os.LookupEnv("TZ"); ok {
		return []string{"TZ=" + zone}
	}
	return []string{}
}

// maxGreeting is how many bytes the body of the first message may have.
const maxGreeting = 0

// greet sends the first message and waits for the answer. A process that does not answer as a worker is killed.
func (p *process) greet() error {
	late := time.AfterFunc(p.start, p.kill)
	err := p.handshake()
	inTime := late.Stop()
	if err == nil && inTime {
		return nil
	}
	if !ended(err) {
		p.kill()
	} else {
		defer time.AfterFunc(grace, p.kill).Stop() // one that ends by itself shows why
	}
	_ = p.cmd.Wait() // so that what it wrote is complete
	if !inTime {
		err = fmt.Errorf("it did not answer within %v", p.start)
	}
	return p.stillborn(err)
}

func (p *process) handshake() error {
	head, err := wire.Head(&wire.FromHost{Hello: &wire.Hello{Version: wire.Version, Memory: p.memory, CPU: maxCPU}})
	if err != nil {
		return err
	}
	if err := p.out.Send(head, nil); err != nil {
		return err
	}
	frame, err := p.in.Next()
	if err != nil {
		return err
	}
	var m wire.FromWorker
	if err := m.Decode(frame.Head); err != nil {
		return errors.New("it answered with something else than a worker's greeting")
	}
	if m.Ready == nil {
		return errors.New("it did not begin with a greeting")
	}
	if m.Ready.Version != wire.Version {
		return fmt.Errorf("it speaks version %d of the protocol, and this host version %d", m.Ready.Version, wire.Version)
	}
	p.checks = m.Ready.Checks
	return nil
}

// alive reports whether the process may be there; one that is starting counts.
func (p *process) alive() bool {
	select {
	case <-p.exited:
		return false
	default:
		return !p.killed.Load()
	}
}

// drop ends a process that nobody will use any more. It must be called once.
func (p *process) drop() {
	p.kill()
	close(p.dropped)
}

// kill ends the process, at once and in any state. It does not wait until it is gone.
func (p *process) kill() {
	p.killed.Store(true)
	p.mu.Lock()
	defer p.mu.Unlock()
	select {
	case <-p.exited: // its number may belong to another by now
	default:
		if p.cmd != nil {
			killGroup(p.cmd.Process)
		}
	}
}

// tired reports whether the process has used so much processor time that the system may soon end it.
func (p *process) tired() bool { return cpuTime(p.cmd.Process.Pid) > maxCPU/3 }

// tail keeps the beginning and the end of what a process writes to its standard error.
type tail struct {
	mu          sync.Mutex
	first, last []byte
}

// room is how many bytes of each are kept.
const room = 2 << 10

// Write implements [io.Writer].
func (t *tail) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	n := len(b)
	if free := room - len(t.first); free > 0 {
		t.first = append(t.first, b[:min(free, n)]...)
		b = b[min(free, n):]
	}
	if t.last = append(t.last, b[max(0, len(b)-room):]...); len(t.last) > room {
		t.last = append(t.last[:0], t.last[len(t.last)-room:]...)
	}
	return n, nil
}

// text is what was kept, on one line.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := append(append([]byte{}, t.first...), t.last...)
	return string(bytes.Join(bytes.Fields(bytes.ToValidUTF8(all, nil)), []byte(" ")))
}
