package gas

import (
	"cmp"
	"slices"

	"onchain-chess/vm-go/scenario"
)

// series are calls of one function, or of one kind of it.
type series []scenario.Call

// median is the middle call by gas; for an even number of calls, the more expensive of the two
// middle ones, so that it is the gas of a real call.
func (s series) median() scenario.Call {
	sorted := slices.SortedStableFunc(slices.Values(s), func(a, b scenario.Call) int { return cmp.Compare(a.Gas, b.Gas) })
	return sorted[len(sorted)/2]
}

// mean is the average gas of all calls, rounded down; 0 for none.
func (s series) mean() uint64 {
	sum := uint64(0)
	for _, call := range s {
		sum += call.Gas
	}
	return sum / max(uint64(len(s)), 1)
}

// max is the highest gas of the calls; 0 for none.
func (s series) max() uint64 {
	most := uint64(0)
	for _, call := range s {
		most = max(most, call.Gas)
	}
	return most
}
