package scheduler

// wakeUp has the lane look again at what it can do: on an idle worker, on a new one, or on the one that is at it.
func (l *Lane) wakeUp() {
	if !l.take() {
		return
	}
	select {
	case l.idle <- struct{}{}:
	default:
		go l.work()
	}
}

// take makes the caller the one who drives the lane, unless somebody does already, who is then told to look again.
func (l *Lane) take() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.driven {
		l.again = true
		return false
	}
	l.driven = true
	return true
}

// work is a worker: it drives the lane until a call is to be run, runs it, and goes on. In this way a call needs no
// goroutine but one, whose stack has grown already. A worker without work is idle until it is woken, or the lane ends.
func (l *Lane) work() {
	driving, over := true, false
	defer func() {
		if !over { // somebody's function has ended the goroutine, by runtime.Goexit
			l.replaceWorker(driving)
		}
	}()
	for {
		l.workOff(&driving)
		select {
		case <-l.idle:
			driving = true
		case <-l.done:
			over = true
			return
		}
	}
}

// workOff does what there is to do at once: it drives the lane while it is the one who does, runs the calls that come of
// that, and tells the observers.
func (l *Lane) workOff(driving *bool) {
	for *driving {
		f := l.drive()
		*driving = false
		if f != nil {
			l.run(f)
			*driving = l.take()
		}
	}
	if l.observed.begin() {
		l.observed.tell()
	}
}

// Serve makes the caller's goroutine a worker of the lane that gets the calls itself, for a caller who has them from
// elsewhere: a call then needs no switch between goroutines, which can take longer than the call. next waits for calls, and
// gives the function that makes them, which must not wait for anything; nil ends Serve. It may stay away for as long as
// the calls take that it works on, and ends with the goroutine if one of them ends that.
func (l *Lane) Serve(next func() (submit func())) {
	driving, over := false, false
	defer func() {
		if !over {
			l.replaceWorker(driving)
		}
	}()
	for submit := next(); submit != nil; submit = next() {
		driving = l.take() // so that nobody is woken for the calls
		submit()
		l.workOff(&driving)
	}
	over = true
}

// replaceWorker has another worker take over from one that is ending.
func (l *Lane) replaceWorker(driving bool) {
	if driving {
		l.mu.Lock()
		l.driven = false
		l.mu.Unlock()
	}
	l.wakeUp()
}

// drive takes one action after another until a call is to be run, which it returns, or there is nothing to do. The lane
// is then driven no more.
func (l *Lane) drive() *flight {
	for {
		f, act := l.next()
		switch act {
		case actFinish:
			l.finish(f)
		case actAbandon:
			l.abandon(f)
		case actConsider:
			f.classify()
			if started, again := l.start(f); started {
				if again {
					l.wakeUp()
				}
				if l.observed.begin() {
					go l.observed.tell()
				}
				return f
			}
			if l.rest() {
				return nil
			}
		case actWait:
			if l.rest() {
				return nil
			}
		case actEnd:
			l.observed.close()
			close(l.done)
			return nil
		}
	}
}

// rest ends the driving, unless something has changed meanwhile.
func (l *Lane) rest() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.driven = l.again
	return !l.driven
}
