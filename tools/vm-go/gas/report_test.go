package gas

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"onchain-chess/vm-go/scenario"
)

func call(function, id string, gas uint64) scenario.Call {
	return scenario.Call{File: "f", Function: function, ID: id, Code: "ok", Gas: gas, DataBytes: 10, WasmBytes: 5000}
}

func move(kind string, gas uint64) scenario.Call { return call("makeMove", "makeMove/"+kind, gas) }

func query(function string, gas uint64) scenario.Call {
	q := call(function, function, gas)
	q.Query = true
	return q
}

func failed(c scenario.Call) scenario.Call {
	c.Code = "user error"
	return c
}

func TestReport(t *testing.T) {
	report, err := NewReport([]scenario.Call{
		move("opening/1", 300),
		move("opening/2", 100),
		move("opening/3", 200),
		move("mate", 900),
		move("draw", 800),
		move("check", 400),
		failed(call("makeMove", "no kind, but it failed", 1)),
		failed(call("resign", "never worked", 1)),
		call("joinGame", "joinGame/first", 10),
		call("joinGame", "joinGame/second", 20),
		call("joinGame", "of the set-up", 30),
		query("getBoard", 50),
		query("getBoard", 60),
	}, scenario.Machine{})
	if err != nil {
		t.Fatal(err)
	}
	have, err := json.Marshal(report)
	if err != nil {
		t.Fatal(err)
	}
	// six moves: 400, the more expensive of 300 and 400 in the middle; 65,000 units of 10⁻⁹ EGLD for
	// the transaction
	want := `{"wasm_bytes":5000,"floor":0,"calls":{` +
		`"getBoard":{"gas":60,"mean":55,"max":60},` +
		`"joinGame":{"gas":20,"mean":20,"max":30,"fee_egld":0.0000650002,"kinds":{"first":10,"second":20}},` +
		`"makeMove":{"gas":400,"mean":450,"max":400,"fee_egld":0.000065004,"kinds":{"check":400,"draw":800,"mate":900,"opening":200}}}}`
	if string(have) != want {
		t.Errorf("report\n%s\nwant\n%s", have, want)
	}

	missing := report.Missing([]string{"getBoard", "resign", "makeMove"})
	if want := []string{"resign", "makeMove/middle game", "makeMove/endgame", "makeMove/castling",
		"makeMove/en passant", "makeMove/promotion"}; !slices.Equal(missing, want) {
		t.Errorf("missing %q, want %q", missing, want)
	}

	tables := report.Markdown("V9", scenario.Machine{TrieDepth: 3})
	for _, row := range []string{
		"schedule V9 and storage tries of depth 3",
		"The contract has 5,000 bytes",
		"| **makeMove** | 400 | 400 | 10 | 0.000065004 |",
		"The mean of all moves is 450:",
		"| – opening | 200 | 300 | 10 | 0.000065002 |",
		"| – second | 20 | 20 | 10 | 0.0000650002 |",
		"| joinGame, second | 4,708,366 | 20 |",
		"| getBoard | 2,414,398 | 60 |",
		"they use 60 (`getBoard`) to 60 gas (`getBoard`)",
	} {
		if !strings.Contains(tables, row) {
			t.Errorf("the tables lack %q:\n%s", row, tables)
		}
	}
	if strings.Index(tables, "– opening") > strings.Index(tables, "– check") {
		t.Error("the kinds of move are not in their order")
	}
}

func TestReportRefuses(t *testing.T) {
	inAnother := move("opening", 1)
	inAnother.WasmBytes++
	asQuery := query("draw", 1)
	for wrong, calls := range map[string][]scenario.Call{
		"no successful call of makeMove": {call("joinGame", "join", 1), failed(move("opening", 1))},
		"want makeMove/KIND":             {move("opening", 1), call("makeMove", "e2e4", 1)},
		"no kind of move":                {move("blunder", 1)},
		"in a contract of 5001 bytes":    {move("opening", 1), inAnother},
		"both called and queried":        {move("opening", 1), call("draw", "draw/offer", 1), asQuery},
	} {
		if _, err := NewReport(calls, scenario.Machine{}); err == nil || !strings.Contains(err.Error(), wrong) {
			t.Errorf("error %v, want %q", err, wrong)
		}
	}
}

func TestThousands(t *testing.T) {
	for n, want := range map[uint64]string{0: "0", 999: "999", 1000: "1,000", 1_718_000: "1,718,000", 12_345_678: "12,345,678"} {
		if have := thousands(n); have != want {
			t.Errorf("%d: %s, want %s", n, have, want)
		}
	}
}
