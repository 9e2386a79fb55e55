package gas

import (
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

- Gas is execution gas: with the call itself, the contract's code and every VM hook, without the
  transaction's own 50,000 + 1,500 a data byte. The fee has both: it is what mainnet takes for the
  median call with the data it was sent with. Views are free.
- Median: the call in the middle by gas, of an even number the dearer of the two in the middle.
- Mean: the gas of all calls shared out evenly. A move that begins or fills a block of the history
  costs more than the median shows.
- Reference: the contract of documents 001 and 003 (11,655 bytes), measured the same way. It has no
  castling, en passant, working promotion, check, mate, stalemate, history or events.

`

// Markdown writes the report as tables.
func (r *Report) Markdown(scheduleName string, machine scenario.Machine) string {
	var b strings.Builder
	fmt.Fprintf(&b, introduction, scheduleName, machine.TrieDepth)
	fmt.Fprintf(&b, "The contract has %s bytes of wasm.\n\n", thousands(uint64(r.WasmBytes)))
	r.Floor.markdown(&b, r.Functions[makeMove].All.median().Gas)
	b.WriteString("## Endpoints\n\n")
	r.table(&b, false)
	b.WriteString("\nThe maximum of all moves is over those that do not end the game.\n")
	b.WriteString(otherShards)
	r.wholeGames(&b)
	b.WriteString("\n## Views\n\n")
	r.table(&b, true)
	return b.String()
}

// What the rows of payouts to another shard come to.
const otherShards = `
Accounts are in one shard unless a row says otherwise. A payout in a token to a player of another
shard, and any to a contract there, leaves by a promise: 7.7M gas more each, 0.00008 EGLD. So a call
that ends the game and pays one player takes some 12M, one that pays both some 20M. A contract
of another shard that isn't payable can't be paid.
`

func (f Floor) markdown(b *strings.Builder, median uint64) {
	b.WriteString("## The floor of makeMove\n\n| part | gas |\n| --- | ---: |\n")
	for _, cost := range f {
		row(b, cost.What, thousands(cost.Gas))
	}
	row(b, "**floor**", "**"+thousands(f.Total())+"**")
	row(b, "median move", thousands(median))
	fmt.Fprintf(b, `
No contract of this shape gets under the floor. It is computed from the gas schedule's own prices
for what a move cannot do without: one read each of the settings (paused or not) and the game (two
addresses, the player to move, the state and the board: %d bytes), the game written back, %d bytes
of history and one event of %d bytes. Wasm opcodes, storage keys and all rules of chess come on top.
A hand-written contract that does only this but keeps no history, run by the tests of
`+"`tools/vm-go/`"+`, is within 2%% of the sum of the rest.

`, gameBytes, moveBytes, eventBytes)
}

func (r *Report) table(b *strings.Builder, queries bool) {
	b.WriteString("| call | calls | median | mean | max | reference | data bytes | fee in EGLD |\n")
	b.WriteString("| --- | ---: | ---: | ---: | ---: | ---: | ---: | ---: |\n")
	for _, name := range slices.Sorted(maps.Keys(r.Functions)) {
		f := r.Functions[name]
		if f.Query != queries {
			continue
		}
		f.row(b, "**"+name+"**", name, f.All, f.notEnding().max())
		for _, kind := range f.kindNames() {
			calls := f.Kinds[kind]
			f.row(b, "– "+kind, name+"/"+kind, calls, calls.max())
		}
	}
}

func (f *Function) row(b *strings.Builder, label, key string, calls series, most uint64) {
	call := calls.median()
	data, fee := strconv.Itoa(call.DataBytes), calls.fee()
	if f.Query {
		data, fee = "–", "free"
	}
	known := "–"
	if gas, ok := reference[key]; ok {
		known = thousands(gas)
	}
	row(b, label, strconv.Itoa(len(calls)), thousands(call.Gas), thousands(calls.mean()), thousands(most), known, data, fee)
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
