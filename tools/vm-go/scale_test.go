package main

import (
	"encoding/json"
	"strings"
	"testing"

	"onchain-chess/vm-go/scenario"
)

// The calls of a scenario by their ids.
func callsOf(t *testing.T, file string) map[string]scenario.Call {
	code, stdout, stderr := try("run", "--json", file, "--schedule", v9)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	calls := map[string]scenario.Call{}
	for decoder := json.NewDecoder(strings.NewReader(stdout)); decoder.More(); {
		var call scenario.Call
		if err := decoder.Decode(&call); err != nil {
			t.Fatal(err)
		}
		calls[call.ID] = call
	}
	return calls
}

// Compares the same move and the same page with three games and with a thousand. (`make test-go`
// has built the contract and written the scenario's games.)
func TestNothingGetsDearerWithAThousandGames(t *testing.T) {
	calls := callsOf(t, "../../scenarios/thousand-games.scen.json")
	few, many := calls["makeMove with three games"], calls["makeMove with a thousand games"]
	if few.Gas == 0 || few.Gas != many.Gas {
		t.Errorf("a move takes %d gas with three games, %d with a thousand", few.Gas, many.Gas)
	}
	few, many = calls["getGamesPage with three games"], calls["getGamesPage with a thousand games"]
	difference := int64(many.Gas) - int64(few.Gas)
	if few.Gas == 0 || difference > 10_000 || difference < -10_000 {
		t.Errorf("a page takes %d gas with three games, %d with a thousand", few.Gas, many.Gas)
	}
}
