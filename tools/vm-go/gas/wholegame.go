package gas

import (
	"fmt"
	"strings"
)

// A game of 80 plies, from the parts that the scenarios measure.
const wholeGamePlies = 80

// The gas that a shard can execute in a second: a block's gas in rounds of 0.6 s.
const shardGas = 600_000_000 * 10 / 6

// way is a way to submit a game.
type way struct {
	name string
	gas  uint64 // of all its calls
	fee  uint64 // in EGLD × 10⁻¹⁸
}

// add counts a function's kind of call this number of times, by its median.
func (w *way) add(r *Report, function, kind string, times uint64) bool {
	f, ok := r.Functions[function]
	if strings.HasPrefix(kind, "tournament") {
		f, ok = r.Tournaments[function]
	}
	if !ok {
		return false
	}
	calls := f.All
	if kind != "" {
		if calls, ok = f.Kinds[kind]; !ok {
			return false
		}
	}
	call := calls.median()
	w.gas += times * call.Gas
	w.fee += times * Fee(call.Gas, call.DataBytes)
	return true
}

// wholeGames writes the cost of a game by moves and by signature, and of a match, if the scenarios
// have measured them.
func (r *Report) wholeGames(b *strings.Builder) {
	moves := way{name: "80 calls of makeMove"}
	signed := way{name: "play by signature, mate acknowledged"}
	ok := moves.add(r, "joinGame", "first", 1) &&
		moves.add(r, "joinGame", "second", 1) &&
		moves.add(r, makeMove, "", wholeGamePlies) &&
		signed.add(r, "joinGame", "first, with a key", 1) &&
		signed.add(r, "joinGame", "second, with a key", 1) &&
		signed.add(r, "play", "80 plies, mate", 1)
	if !ok {
		return
	}
	ways := []way{moves, signed}
	match := way{name: "a match of ten games by signature, which both leave"}
	if match.add(r, "challenge", "match of ten", 1) &&
		match.add(r, "accept", "match of ten", 1) &&
		match.add(r, "play", "both leave a match", 1) {
		ways = append(ways, match)
	}
	b.WriteString(`
## A whole game

A game of 80 plies, both calls of joinGame included; a match of ten games of any length, with its
challenge, its acceptance and the settlement that both sign; and the number that a shard settles in
a second, in blocks of 6 × 10⁸ gas every 0.6 s.

| how | gas | fee in EGLD | a second |
| --- | ---: | ---: | ---: |
`)
	for _, w := range ways {
		row(b, w.name, thousands(w.gas), formatEGLD(w.fee), perSecond(w.gas))
	}
}

// perSecond divides the gas of a shard in a second by a game's gas.
func perSecond(game uint64) string {
	return fmt.Sprintf("%.1f", float64(shardGas)/float64(game))
}
