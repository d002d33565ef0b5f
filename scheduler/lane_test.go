package scheduler_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/runcode-dev/runcode/gate"
	"github.com/runcode-dev/runcode/registry"
	"github.com/runcode-dev/runcode/scheduler"
	"github.com/runcode-dev/runcode/scheduler/schedulertest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// newScheduler makes a scheduler whose gate allows everything, over a registry with the given tools.
func newScheduler(t *testing.T, opts *scheduler.Options, tools ...registry.Tool) *scheduler.Scheduler {
	t.Helper()
	return newGated(t, &gate.Options{Hooks: []gate.Hook{allowAll}}, opts, tools...)
}

func allowAll(context.Context, gate.Subject) (gate.Decision, error) {
	return gate.Decision{Verdict: gate.Allow}, nil
}

func newGated(t *testing.T, policy *gate.Options, opts *scheduler.Options, tools ...registry.Tool) *scheduler.Scheduler {
	t.Helper()
	reg := registry.New(nil)
	if _, err := reg.Root().Add(tools...); err != nil {
		t.Fatal(err)
	}
	s, err := scheduler.New(reg, gate.New(policy), opts)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func call(tool string) *registry.Call { return &registry.Call{Tool: tool} }

// submitAll submits the calls of a timeline and records each delivery.
func submitAll(l *scheduler.Lane, trace *schedulertest.Trace, timeline string) {
	for _, name := range schedulertest.Calls(timeline) {
		l.SubmitFunc(context.Background(), call(name), func(r *registry.Result) {
			if r.OK() {
				trace.Add("=" + name)
			} else {
				trace.Add("=" + name + "/" + string(r.Err.Code))
			}
		})
	}
}

// serveOnce makes calls on a goroutine that serves the lane. The channel is closed when the goroutine has ended.
func serveOnce(l *scheduler.Lane, submit func()) (ended chan struct{}) {
	ended = make(chan struct{})
	go func() {
		defer close(ended)
		l.Serve(func() func() {
			next := submit
			submit = nil
			return next
		})
	}()
	return ended
}

// Calls start and settle at the same times whoever makes them: any goroutine, or one that serves the lane.
func TestTimelines(t *testing.T) {
	submits := map[string]func(*scheduler.Lane, func()){
		"submitted": func(_ *scheduler.Lane, submit func()) { submit() },
		"served":    func(l *scheduler.Lane, submit func()) { serveOnce(l, submit) },
	}
	for _, test := range schedulertest.Timelines() {
		for name, submit := range submits {
			t.Run(test.Calls+" "+name, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					trace := schedulertest.NewTrace()
					s := newScheduler(t, &scheduler.Options{MaxParallel: test.MaxParallel, Delivery: test.Delivery}, trace.Tools(test.Calls)...)
					l := s.NewLane(t.Context(), nil)
					submit(l, func() { submitAll(l, trace, test.Calls) })
					time.Sleep(time.Minute)
					l.Close()
					if got := trace.String(); !schedulertest.Same(got, test.Want) {
						t.Errorf("calls %s:\ngot  %s\nwant %s", test.Calls, got, test.Want)
					}
				})
			})
		}
	}
}

// A call that is made while somebody serves the lane runs on the goroutine that serves it.
func TestServedCallsRunWhereTheyAreMade(t *testing.T) {
	goroutine := func() string {
		b := make([]byte, 64)
		return strings.Fields(string(b[:runtime.Stack(b, false)]))[1]
	}
	var ran string
	tool := echo(func(context.Context, *registry.Call) (*registry.Result, error) {
		ran = goroutine()
		return &registry.Result{}, nil
	})
	l := newScheduler(t, nil, tool).NewLane(t.Context(), nil)
	defer l.Close()
	var made string
	<-serveOnce(l, func() {
		made = goroutine()
		l.SubmitFunc(t.Context(), call("echo"), func(*registry.Result) {})
	})
	if ran != made {
		t.Errorf("ran on goroutine %q, want %q", ran, made)
	}
}

func TestLanesShareAccesses(t *testing.T) {
	for _, test := range []struct{ name, a, b, want string }{
		{"different keys overlap", "wA2", "wB2", "0+wA2 0+wB2 2=wA2 2=wB2"},
		{"one key does not", "wA2", "wA1", "0+wA2 2=wA2 2+wA1 3=wA1"},
		{"readers overlap", "rA2", "rA1", "0+rA2 0+rA1 1=rA1 2=rA2"},
		{"alone waits for all and holds up all", "p2", "x1 p1", "0+p2 2=p2 2+x1 3=x1 3+p1 4=p1"},
		{"a queued call blocks nobody", "p3 x1", "p1 p1", "0+p3 0+p1 0+p1 1=p1 1=p1 3=p3 3+x1 4=x1"},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				trace := schedulertest.NewTrace()
				s := newScheduler(t, nil, trace.Tools(test.a, test.b)...)
				first, second := s.NewLane(t.Context(), nil), s.NewLane(t.Context(), nil)
				submitAll(first, trace, test.a)
				synctest.Wait()
				submitAll(second, trace, test.b)
				time.Sleep(time.Minute)
				first.Close()
				second.Close()
				if got := trace.String(); !schedulertest.Same(got, test.want) {
					t.Errorf("lanes %q and %q:\ngot  %s\nwant %s", test.a, test.b, got, test.want)
				}
			})
		})
	}
}

// A writer that waits at the head of its lane is served before readers of other lanes that came later.
func TestWriterDoesNotStarve(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trace := schedulertest.NewTrace()
		s := newScheduler(t, nil, trace.Tools("rA3 wA1 rA2")...)
		lanes := []*scheduler.Lane{s.NewLane(t.Context(), nil), s.NewLane(t.Context(), nil), s.NewLane(t.Context(), nil)}
		for i, timeline := range []string{"rA3", "wA1", "rA2"} {
			submitAll(lanes[i], trace, timeline)
			synctest.Wait()
		}
		time.Sleep(time.Minute)
		for _, l := range lanes {
			l.Close()
		}
		if got, want := trace.String(), "0+rA3 3=rA3 3+wA1 4=wA1 4+rA2 6=rA2"; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	})
}

func TestCloseAbandonsQueuedAndCancelsStarted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trace := schedulertest.NewTrace()
		var seen []string
		opts := &scheduler.Options{Observers: []scheduler.Observer{func(o scheduler.Observation) {
			seen = append(seen, o.Call.Tool)
		}}}
		s := newScheduler(t, opts, trace.Tools("p5 x5")...)
		l := s.NewLane(t.Context(), nil)
		submitAll(l, trace, "p5 x5 p5")
		time.Sleep(time.Second)
		l.Close()
		l.Close()
		if got, want := trace.String(), "0+p5 1=x5/ABORTED_BEFORE_DISPATCH 1=p5/ABORTED_BEFORE_DISPATCH 1!p5 1=p5/ABORTED"; !schedulertest.Same(got, want) {
			t.Errorf("got %s, want %s", got, want)
		}
		if got := strings.Join(seen, " "); got != "p5" {
			t.Errorf("observed %q, want only the started call", got)
		}
		r := l.Submit(t.Context(), call("p5"))()
		if r.OK() || !strings.Contains(r.Err.Message, "the run is over") {
			t.Errorf("a call after the end gave %+v, want run is over", r)
		}
	})
}

func TestCancelledBatchStaysPaired(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		trace := schedulertest.NewTrace()
		s := newScheduler(t, nil, trace.Tools("p5 x5")...)
		ctx, cancel := context.WithCancel(t.Context())
		l := s.NewLane(ctx, nil)
		defer l.Close()
		var waits []func() *registry.Result
		for _, name := range []string{"p5", "x5", "p5"} {
			waits = append(waits, l.Submit(t.Context(), call(name)))
		}
		time.Sleep(time.Second)
		cancel()
		want := []registry.Code{registry.Aborted, registry.AbortedBeforeDispatch, registry.AbortedBeforeDispatch}
		for i, wait := range waits {
			if r := wait(); r.OK() || r.Err.Code != want[i] {
				t.Errorf("call %d ended %+v, want %s", i+1, r, want[i])
			}
		}
	})
}

// A handler that ignores its cancellation is left behind after the drain bound.
func TestDrainBound(t *testing.T) {
	for timeout, want := range map[time.Duration]registry.Code{0: registry.Aborted, time.Hour: registry.Aborted, 2 * time.Second: registry.Timeout} {
		testDrainBound(t, timeout, want)
	}
}

func testDrainBound(t *testing.T, timeout time.Duration, want registry.Code) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		deaf := registry.Tool{Name: "deaf", Timeout: timeout, Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
			<-release
			return nil, nil
		}}
		var observed []registry.Code
		opts := &scheduler.Options{Drain: 3 * time.Second, Observers: []scheduler.Observer{func(o scheduler.Observation) {
			observed = append(observed, o.Result.Err.Code)
		}}}
		s := newScheduler(t, opts, deaf)
		l := s.NewLane(t.Context(), nil)
		wait := l.Submit(t.Context(), call("deaf"))
		synctest.Wait()
		start := time.Now()
		l.Close()
		if took := time.Since(start); took != 3*time.Second {
			t.Errorf("Close took %v, want the drain bound of 3s", took)
		}
		if r := wait(); r.OK() || !strings.Contains(r.Err.Message, "left behind") {
			t.Errorf("got %+v, want a call that was left behind", r)
		}
		close(release)
		synctest.Wait()
		if len(observed) != 1 || observed[0] != want {
			t.Errorf("a timeout of %v: observed %v, want one %s", timeout, observed, want)
		}
	})
}

// A call whose approver ignores its cancellation is left behind too, and has not started nor ever will.
func TestDrainBoundOfAQuestion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		release := make(chan struct{})
		ran := false
		tool := registry.Tool{Name: "asks", Handler: func(context.Context, *registry.Call) (*registry.Result, error) {
			ran = true
			return nil, nil
		}}
		policy := &gate.Options{Approver: func(context.Context, gate.Request) (gate.Grant, error) {
			<-release
			return gate.Grant{Scope: gate.Once}, nil
		}}
		l := newGated(t, policy, nil, tool).NewLane(t.Context(), nil)
		wait := l.Submit(t.Context(), call("asks"))
		synctest.Wait()
		l.Close()
		if r := wait(); r.OK() || r.Err.Code != registry.AbortedBeforeDispatch {
			t.Errorf("got %+v, want ABORTED_BEFORE_DISPATCH", r)
		}
		close(release)
		synctest.Wait()
		if ran {
			t.Error("the handler ran after the end of its lane")
		}
	})
}
