package gas

import (
	"cmp"
	"slices"

	"onchain-chess/vm-go/scenario"
)

// series are calls of one function, or of one kind of it.
type series []scenario.Call

// median is the call in the middle by gas; of an even number the dearer of the
// two in the middle, so that it is a figure that some call really used.
func (s series) median() scenario.Call {
	sorted := slices.SortedStableFunc(slices.Values(s), func(a, b scenario.Call) int { return cmp.Compare(a.Gas, b.Gas) })
	return sorted[len(sorted)/2]
}

// mean is the gas of all calls shared out evenly, rounded down; 0 of none.
func (s series) mean() uint64 {
	sum := uint64(0)
	for _, call := range s {
		sum += call.Gas
	}
	return sum / max(uint64(len(s)), 1)
}

// max is the most gas that one of the calls used; 0 of none.
func (s series) max() uint64 {
	most := uint64(0)
	for _, call := range s {
		most = max(most, call.Gas)
	}
	return most
}
