package gas

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"onchain-chess/vm-go/scenario"
)

const introduction = `# Gas

Written by ` + "`make gas`" + `: what the scenarios in ` + "`scenarios/gas/`" + ` used on the production VM
(mx-chain-vm-go v1.5.43) with gas schedule %s and storage tries of depth %d.

- Gas is execution gas: the call itself, the contract's code and every VM hook. The fee adds the
  transaction's own 50,000 + 1,500 a data byte: it is mainnet's for the median call with its data.
- Median: the middle call by gas, of an even number the more expensive of the two in the middle.

`

// Markdown writes the report as tables.
func (r *Report) Markdown(scheduleName string, machine scenario.Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, introduction, scheduleName, machine.TrieDepth)
	fmt.Fprintf(&b, "The contract has %s bytes of wasm.\n\n", thousands(uint64(r.WasmBytes)))
	r.Floor.markdown(&b, r.Functions[makeMove].All.median().Gas)
	b.WriteString("## Endpoints\n\n")
	r.endpoints(&b)
	fmt.Fprintf(&b, mean, thousands(r.Functions[makeMove].All.mean()))
	b.WriteString(otherShards)
	r.wholeGames(&b)
	r.tournaments(&b)
	r.beside(&b)
	r.views(&b)
	return b.String()
}

// The header of the comparison with the reference.
const comparison = `
## Beside documents 001 and 003

Their contract (11,655 bytes), measured the same way, has no castling, en passant, working
promotion, check, mate, stalemate, history or events.

| call | theirs | here, median |
| --- | ---: | ---: |
`

// The remarks in the moves' rows.
const mean = `
The mean of all moves is %s: one that begins or fills a block of the history costs more.
Their maximum is over those that do not end the game.
`

// The price in the rows of payouts to another shard.
const otherShards = `
Accounts are in one shard unless a row says otherwise. A payout in a token to a player of another
shard, and any to a contract there, leaves by a promise: 8.0M gas more each, 0.00008 EGLD. A
contract of another shard that isn't payable can't be paid.
`

func (f Floor) markdown(b *strings.Builder, median uint64) {
	b.WriteString("## The floor of makeMove\n\n| part | gas |\n| --- | ---: |\n")
	for _, cost := range f {
		row(b, cost.What, thousands(cost.Gas))
	}
	row(b, "**floor**", "**"+thousands(f.Total())+"**")
	row(b, "median move", thousands(median))
	fmt.Fprintf(b, `
The floor is the gas schedule's price for the least that a move needs: one read each of the settings
(paused or not) and the game (two addresses, the player to move, the state, the board: %d bytes),
the game written back, %d bytes of history and one event of %d bytes. Wasm opcodes, storage keys and
all rules of chess come on top. A hand-written contract that does only this, without history, run by
the tests of `+"`tools/vm-go/`"+`, is within 2%% of the sum of the rest.

`, gameBytes, moveBytes, eventBytes)
}

// names are the endpoints' names in order, or the views'.
func (r *Report) names(queries bool) []string {
	names := slices.Sorted(maps.Keys(r.Functions))
	return slices.DeleteFunc(names, func(name string) bool { return r.Functions[name].Query != queries })
}

const callsHead = `| call | median | max | data bytes | fee in EGLD |
| --- | ---: | ---: | ---: | ---: |
`

func (r *Report) endpoints(b *strings.Builder) {
	b.WriteString(callsHead)
	for _, name := range r.names(false) {
		f := r.Functions[name]
		f.All.row(b, "**"+name+"**", f.notEnding().max())
		for _, kind := range f.kindNames() {
			// a lone kind adds nothing
			if calls := f.Kinds[kind]; len(calls) < len(f.All) {
				calls.row(b, "– "+kind, calls.max())
			}
		}
	}
}

func (s series) row(b *strings.Builder, label string, most uint64) {
	call := s.median()
	row(b, label, thousands(call.Gas), thousands(most), strconv.Itoa(call.DataBytes), s.fee())
}

// beside compares medians with the reference.
func (r *Report) beside(b *strings.Builder) {
	b.WriteString(comparison)
	for _, key := range slices.Sorted(maps.Keys(reference)) {
		name, kind, _ := strings.Cut(key, "/")
		f, ok := r.Functions[name]
		if !ok {
			continue
		}
		calls, label := f.All, name
		if kind != "" {
			if calls, ok = f.Kinds[kind]; !ok {
				continue
			}
			label += ", " + kind
		}
		row(b, label, thousands(reference[key]), thousands(calls.median().Gas))
	}
}

// views writes the range of the views' medians, which nobody pays.
func (r *Report) views(b *strings.Builder) {
	names := r.names(true)
	if len(names) == 0 {
		return
	}
	median := func(name string) uint64 { return r.Functions[name].All.median().Gas }
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(median(a), median(b)) })
	least, most := names[0], names[len(names)-1]
	fmt.Fprintf(b, "\n## Views\n\nViews are free. At the median they use %s (`%s`) to %s gas (`%s`).\n",
		thousands(median(least)), least, thousands(median(most)), most)
}

// kindNames puts the kinds of move in the report's order, others by name.
func (f *Function) kindNames() []string {
	names := slices.Sorted(maps.Keys(f.Kinds))
	slices.SortStableFunc(names, func(a, b string) int {
		return slices.Index(moveKinds, a) - slices.Index(moveKinds, b)
	})
	return names
}

func row(b *strings.Builder, cells ...string) {
	b.WriteString("| " + strings.Join(cells, " | ") + " |\n")
}

// thousands writes a number with commas: 1,718,000.
func thousands(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}
