package builtin

import (
	"hash/maphash"
	"io/fs"
	"sync"
	"time"

	"github.com/runcode-dev/runcode/registry"
)

// maxSeen is how many files of how many runs are remembered; the oldest are forgotten first.
const maxSeen = 10_000

// seen remembers what a run knows of each file, so that a change made by anyone else is noticed before it is written over.
type seen struct {
	mu     sync.Mutex
	seed   maphash.Seed
	files  map[seenKey]version
	oldest []seenKey // in the order in which they were first seen
}

type seenKey struct{ run, file string }

// version is what a file was: its content where the run has seen all of it, else what the system says of it.
type version struct {
	whole bool
	hash  uint64
	size  int64
	time  time.Time
}

// whole remembers a file of which the run has seen, or written, all.
func (s *seen) whole(call *registry.Call, file string, raw []byte) {
	s.put(call, file, func() version { return version{whole: true, hash: maphash.Bytes(s.seed, raw)} })
}

// part remembers a file of which the run has seen a part.
func (s *seen) part(call *registry.Call, file string, info fs.FileInfo) {
	s.put(call, file, func() version { return version{size: info.Size(), time: info.ModTime()} })
}

func (s *seen) put(call *registry.Call, file string, v func() version) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.files == nil {
		s.files, s.seed = map[seenKey]version{}, maphash.MakeSeed()
	}
	key := seenKey{call.Root, file}
	if _, known := s.files[key]; !known {
		s.oldest = append(s.oldest, key)
	}
	s.files[key] = v()
	if len(s.oldest) > maxSeen {
		delete(s.files, s.oldest[0])
		s.oldest = s.oldest[1:]
	}
}

// knows reports whether a run has seen a file.
func (s *seen) knows(call *registry.Call, file string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, known := s.files[seenKey{call.Root, file}]
	return known
}

// changed reports whether a file is no longer what the run saw; a file that it has not seen is not.
func (s *seen) changed(call *registry.Call, file string, raw []byte, info fs.FileInfo) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	v, known := s.files[seenKey{call.Root, file}]
	switch {
	case !known:
		return false
	case v.whole:
		return v.hash != maphash.Bytes(s.seed, raw)
	default:
		return v.size != info.Size() || !v.time.Equal(info.ModTime())
	}
}

// keyLocks holds off a second change of a file while one is going on, for callers that do without a scheduler.
type keyLocks struct {
	mu   sync.Mutex
	held map[string]*keyLock
}

type keyLock struct {
	mu    sync.Mutex
	users int
}

// lock waits for the key, and gives what releases it.
func (k *keyLocks) lock(key string) (unlock func()) {
	k.mu.Lock()
	if k.held == nil {
		k.held = map[string]*keyLock{}
	}
	l := k.held[key]
	if l == nil {
		l = &keyLock{}
		k.held[key] = l
	}
	l.users++
	k.mu.Unlock()
	l.mu.Lock()
	return func() {
		l.mu.Unlock()
		k.mu.Lock()
		defer k.mu.Unlock()
		if l.users--; l.users == 0 {
			delete(k.held, key)
		}
	}
}
