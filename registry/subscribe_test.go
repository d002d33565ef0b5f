package registry_test

import (
	"bytes"
	"log/slog"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/runcode-dev/runcode/registry"
)

func TestSubscribe(t *testing.T) {
	r := registry.New(nil)
	var got []uint64
	cancel := r.Subscribe(func(version uint64) { got = append(got, version) })

	s := child(t, r.Root(), "s") // an empty scope changes nothing for anybody
	remove := add(t, r.Root(), "a", "b")
	lift := restrict(t, s, registry.Restriction{Deny: []string{"a"}})
	lift()
	lift()
	remove()
	remove()
	if _, err := s.Add(tool("then")); err == nil {
		t.Error("got no error")
	}
	if _, err := s.Add(); err != nil {
		t.Error(err)
	}
	if err := s.SetMode(registry.ModeNative); err != nil {
		t.Error(err)
	}
	r.Refresh()
	s.Close()
	if diff := cmp.Diff([]uint64{1, 2, 3, 4, 5, 6}, got); diff != "" {
		t.Errorf("versions told (-want +got):\n%s", diff)
	}
	cancel()
	cancel()
	add(t, r.Root(), "c")
	if len(got) != 6 {
		t.Errorf("after cancel: got %d calls, want 6", len(got))
	}
}

func TestSubscriberPanics(t *testing.T) { // P12
	var log bytes.Buffer
	r := registry.New(&registry.Options{Log: slog.New(slog.NewTextHandler(&log, nil))})
	r.Subscribe(func(uint64) { panic("boom") })
	told := 0
	r.Subscribe(func(uint64) { told++ })
	add(t, r.Root(), "a")
	add(t, r.Root(), "b")
	if got := names(t, r, ""); got != "a b" || told != 2 {
		t.Errorf("got tools %q and %d calls of the other subscriber, want %q and 2", got, told, "a b")
	}
	if !strings.Contains(log.String(), "boom") {
		t.Errorf("the log says %q, want the panic", log.String())
	}
}

// TestSubscriberChanges: a subscriber may read and change the registry; the new change is told after this one.
func TestSubscriberChanges(t *testing.T) {
	r := registry.New(nil)
	var got []string
	r.Subscribe(func(version uint64) {
		got = append(got, names(t, r, ""))
		if version == 1 {
			add(t, r.Root(), "second")
		}
	})
	add(t, r.Root(), "first")
	if diff := cmp.Diff([]string{"first", "first second"}, got); diff != "" {
		t.Errorf("tools seen (-want +got):\n%s", diff)
	}
}

// TestSubscriberEndsGoroutine: what a subscriber does to its goroutine does not silence the registry.
func TestSubscriberEndsGoroutine(t *testing.T) {
	r := registry.New(nil)
	var got []uint64
	r.Subscribe(func(version uint64) {
		got = append(got, version)
		if version == 1 {
			runtime.Goexit()
		}
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		add(t, r.Root(), "a")
	}()
	<-ended
	add(t, r.Root(), "b")
	if diff := cmp.Diff([]uint64{1, 2}, got); diff != "" {
		t.Errorf("versions told (-want +got):\n%s", diff)
	}
}

// TestSubscribeConcurrent: each change is told once and in order, whoever made it.
func TestSubscribeConcurrent(t *testing.T) {
	const writers, changes = 8, 50
	r := registry.New(nil)
	var mu sync.Mutex
	var got []uint64
	r.Subscribe(func(version uint64) {
		mu.Lock()
		defer mu.Unlock()
		got = append(got, version)
	})
	var wg sync.WaitGroup
	for i := range writers {
		s := child(t, r.Root(), strconv.Itoa(i))
		wg.Go(func() {
			for range changes / 2 {
				remove := add(t, s, "x")
				remove()
			}
		})
	}
	wg.Wait()
	if len(got) != writers*changes || !slices.IsSorted(got) {
		t.Errorf("got %d versions, sorted %v; want %d in order", len(got), slices.IsSorted(got), writers*changes)
	}
}
