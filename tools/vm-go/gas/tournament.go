package gas

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// tournamentSizes are the measured numbers of players.
var tournamentSizes = []int{8, 16}

func tournamentOf(players int) string { return fmt.Sprintf("tournament of %d", players) }

// tournaments writes the gas of the calls of tournaments, and a player's fees, if the scenarios
// have measured them.
func (r *Report) tournaments(b *strings.Builder) {
	if len(r.Tournaments) == 0 {
		return
	}
	b.WriteString(`
## Tournaments

Swiss tournaments of five rounds in ` + "`contracts/tournament/scenarios`" + `, in which every game is
played and White reports it.

`)
	b.WriteString(callsHead)
	for _, name := range slices.Sorted(maps.Keys(r.Tournaments)) {
		kinds := r.Tournaments[name].Kinds
		for _, players := range tournamentSizes {
			if calls := kinds[tournamentOf(players)]; calls != nil {
				calls.row(b, fmt.Sprintf("%s, %d players", name, players), calls.max())
			}
		}
	}
	b.WriteString(`
A player's own calls in such a tournament, by signature: enter, five challenges or acceptances as
White and Black in turn, a report of each own challenge, claim. The results come through a relay.

| players | fee in EGLD |
| --- | ---: |
`)
	for _, players := range tournamentSizes {
		kind := tournamentOf(players)
		w := way{}
		ok := w.add(r, "enter", kind, 1) && w.add(r, "claim", kind, 1) && w.add(r, "report", kind, 3) &&
			w.add(r, "challenge", "with a key", 3) && w.add(r, "accept", "", 2)
		if ok {
			row(b, fmt.Sprint(players), formatEGLD(w.fee))
		}
	}
}
