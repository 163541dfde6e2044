package bucket

import (
	"sync"
	"time"
)

// Bucket gives out tokens at a rate, and keeps so many at most.
type Bucket struct {
	mu    sync.Mutex
	rate  float64
	most  float64
	have  float64
	since time.Time
}

// New makes a full bucket.
func New(perSecond, most float64) *Bucket {
	return &Bucket{rate: perSecond, most: most, have: most, since: time.Now()}
}

// Take takes so many tokens, or none when there are fewer.
func (b *Bucket) Take(count float64) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	now := time.Now()
	b.have = min(b.most, b.have+now.Sub(b.since).Seconds()*b.rate)
	b.since = now
	if b.have < count {
		return false
	}
	b.have -= count
	return true
}
