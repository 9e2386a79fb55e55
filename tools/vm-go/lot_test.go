package main

import "testing"

// A lot that makes the challenger White must take as much gas as one that makes them Black, for all
// combinations of keys: otherwise a gas limit between the two would choose the side.
func TestALotsGasTellsNoColour(t *testing.T) {
	calls := callsOf(t, "../../scenarios/lot-and-gas.scen.json")
	for _, keys := range []string{"none", "the challenger's", "the accepter's", "both"} {
		white, black := calls["keys: "+keys+", the challenger is White"], calls["keys: "+keys+", the challenger is Black"]
		if white.Gas == 0 || white.Gas != black.Gas {
			t.Errorf("keys: %s: the lot takes %d gas if the challenger is White, %d if Black", keys, white.Gas, black.Gas)
		}
	}
}
