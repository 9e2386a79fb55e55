package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	logger "github.com/multiversx/mx-chain-logger-go"
	"onchain-chess/vm-go/gas"
	"onchain-chess/vm-go/scenario"
)

// schedules is the folder into which build.sh copies the gas schedules.
const schedules = "../../target/vm-go"

var v9 = filepath.Join(schedules, "gasScheduleV9.toml")

// scenarios is a copy of testdata with the contract least.wat assembled.
var scenarios string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		_ = logger.SetLogLevel("*:NONE")
		var err error
		if scenarios, err = os.MkdirTemp("", "vm-go"); err != nil {
			panic(err)
		}
		defer os.RemoveAll(scenarios)
		if err := os.CopyFS(scenarios, os.DirFS("testdata")); err != nil {
			panic(err)
		}
		wasm := filepath.Join(scenarios, "least.wasm")
		if out, err := exec.Command("../binaryen/node_modules/.bin/wasm-as", "testdata/least.wat", "-o", wasm).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "wasm-as (of binaryen): %v\n%s", err, out)
			return 1
		}
		return m.Run()
	}())
}

// try runs a command line.
func try(args ...string) (code int, stdout, stderr string) {
	var out, errors bytes.Buffer
	code = command(args, &out, &errors)
	return code, out.String(), errors.String()
}

// write makes a scenario file; DEPLOY stands for the steps of testdata's deploy.steps.json.
func write(t *testing.T, text string) (file string) {
	dir := t.TempDir()
	steps, err := filepath.Rel(dir, filepath.Join(scenarios, "deploy.steps.json"))
	if err != nil {
		t.Fatal(err)
	}
	text = strings.Replace(text, "DEPLOY", fmt.Sprintf(`{"step": "externalSteps", "path": %q}`, steps), 1)
	file = filepath.Join(dir, "t.scen.json")
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func TestRunPrintsEveryCall(t *testing.T) {
	code, stdout, stderr := try("run", scenarios, "--schedule", v9)
	if code != 0 || stderr != "" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	if !strings.HasSuffix(stdout, "\n1 passed, 0 failed\n") {
		t.Errorf("the last line is not the count:\n%s", stdout)
	}
	for _, want := range []string{"makeMove/opening/1", "user error no such game", "getBoard"} {
		if !strings.Contains(stdout, want) {
			t.Errorf("no %q in\n%s", want, stdout)
		}
	}
}

func TestRunJSON(t *testing.T) {
	code, stdout, stderr := try("run", "--json", "--schedule", v9, scenarios)
	if code != 0 || stderr != "1 passed, 0 failed\n" {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	lines := strings.Split(strings.TrimSpace(stdout), "\n")
	if len(lines) != 6 {
		t.Fatalf("%d calls, want 6:\n%s", len(lines), stdout)
	}
	var query scenario.Call
	if err := json.Unmarshal([]byte(lines[5]), &query); err != nil {
		t.Fatal(err)
	}
	if query.ID != "getBoard" || !query.Query || !query.OK() || query.Gas < 1_000_000 || query.Gas > 2_000_000 {
		t.Errorf("the query: %+v", query)
	}
}

func TestTrieDepthAndScheduleSetThePrice(t *testing.T) {
	gasOf := func(args ...string) (move uint64) {
		_, stdout, stderr := try(append([]string{"run", "--json", scenarios}, args...)...)
		for _, line := range strings.Split(strings.TrimSpace(stdout), "\n") {
			var call scenario.Call
			if err := json.Unmarshal([]byte(line), &call); err != nil {
				t.Fatal(err, stderr)
			}
			if call.Function == "makeMove" {
				move = call.Gas
			}
		}
		return move
	}
	three := gasOf("--schedule", v9)
	if same := gasOf("--schedule", v9, "--trie-depth", "3"); same != three {
		t.Errorf("the default depth is not 3: %d, %d", three, same)
	}
	// two reads, each 688 d² + 31,858 d more expensive
	if zero := gasOf("--schedule", v9, "--trie-depth", "0"); three-zero != 2*(688*9+31_858*3) {
		t.Errorf("depth 3 costs %d, depth 0 %d", three, zero)
	}
	if v1 := gasOf("--schedule", filepath.Join(schedules, "gasScheduleV1.toml")); v1 == three {
		t.Error("V1 and V9 cost the same")
	}
}

func TestAFailedScenarioIsExit1(t *testing.T) {
	call := func(to, expect string) string {
		return fmt.Sprintf(`{"steps": [DEPLOY, {"step": "scCall", "id": "wrong", "tx": {"from": "address:player", "to": %q,
			"function": "fail", "arguments": [], "gasLimit": "5,000,000", "gasPrice": "0"}%s}]}`, to, expect)
	}
	for text, why := range map[string]string{
		`{"steps": [{"step": "checkState", "accounts": {"address:a": {"balance": "1"}}}]}`: "step 1 (checkState)",
		call("sc:none", ``):                                                     `step 2 (scCall "wrong")`,
		call("sc:least", `, "expect": {"out": []}`):                             "no such game",
		call("sc:least", `, "expect": {"status": "4", "message": "str:other"}`): "no such game",
		call("sc:least", ``):                                                    `the step has no "expect"`,
		`no JSON`:                                                               "t.scen.json",
		``:                                                                      "t.scen.json",
		`{"steps": "none"}`:                                                     "t.scen.json",
		`{"steps": [{"step": 1}]}`:                                              "t.scen.json",
	} {
		code, stdout, stderr := try("run", "--schedule", v9, write(t, text), filepath.Join(scenarios, "gas"))
		if code != 1 || !strings.Contains(stderr, why) || !strings.HasSuffix(stdout, "1 passed, 1 failed\n") {
			t.Errorf("%s\nexit %d, stderr %s, stdout %s", text, code, stderr, stdout)
		}
	}
}

func TestNothingToRunIsExit1(t *testing.T) {
	for _, name := range []string{"run", "gas"} {
		if code, _, stderr := try(name, "--schedule", v9, t.TempDir()); code != 1 || !strings.Contains(stderr, "no scenario file") {
			t.Errorf("%s of an empty folder: exit %d: %s", name, code, stderr)
		}
		if code, _, stderr := try(name, "--schedule", v9, "absent"); code != 1 || !strings.Contains(stderr, "absent") {
			t.Errorf("%s of no folder: exit %d: %s", name, code, stderr)
		}
	}
	if code, _, stderr := try("run", "--schedule", "V99", scenarios); code != 1 || !strings.Contains(stderr, "V99") {
		t.Errorf("unknown schedule: exit %d: %s", code, stderr)
	}
}

func TestWrongCommandLineIsExit2(t *testing.T) {
	for _, args := range [][]string{{}, {"walk"}, {"run"}, {"gas"}, {"run", "--depth", "3", "."}, {"run", "--trie-depth", "-1", "."}} {
		if code, _, stderr := try(args...); code != 2 || !strings.Contains(stderr, "usage:") {
			t.Errorf("%q: exit %d: %s", args, code, stderr)
		}
	}
}

func TestGas(t *testing.T) {
	tables := filepath.Join(t.TempDir(), "gas.md")
	code, stdout, stderr := try("gas", "--schedule", v9, "--markdown", tables, scenarios)
	if code != 0 {
		t.Fatalf("exit %d: %s", code, stderr)
	}
	var report struct {
		WasmBytes int `json:"wasm_bytes"`
		Floor     uint64
		Calls     map[string]struct {
			Gas   uint64
			Fee   *float64 `json:"fee_egld"`
			Kinds map[string]uint64
		}
	}
	if err := json.Unmarshal([]byte(stdout), &report); err != nil {
		t.Fatal(err)
	}
	wasm, err := os.ReadFile(filepath.Join(scenarios, "least.wasm"))
	if err != nil || report.WasmBytes != len(wasm) {
		t.Errorf("%d bytes of wasm, want %d (%v)", report.WasmBytes, len(wasm), err)
	}
	join, view := report.Calls["joinGame"], report.Calls["getBoard"]
	if join.Fee == nil || view.Fee != nil || view.Gas == 0 || report.Calls["init"].Gas == 0 {
		t.Errorf("calls %+v", report.Calls)
	}
	if _, there := report.Calls["fail"]; there {
		t.Error("a failed call is counted")
	}
	if text, err := os.ReadFile(tables); err != nil || !strings.Contains(string(text), "gas (`getBoard`)") {
		t.Errorf("tables: %v %s", err, text)
	}
}

func TestGasNamesWhatIsMissing(t *testing.T) {
	abi := filepath.Join(t.TempDir(), "a.abi.json")
	if err := os.WriteFile(abi, []byte(`{"endpoints": [{"name": "getBoard"}, {"name": "resign"}]}`), 0o644); err != nil {
		t.Fatal(err)
	}
	code, stdout, stderr := try("gas", "--schedule", v9, "--abi", abi, scenarios)
	if code != 1 || !strings.Contains(stderr, "no gas scenario calls: resign, makeMove/middle game, ") || !strings.HasPrefix(stdout, "{") {
		t.Errorf("exit %d: %s\n%s", code, stderr, stdout)
	}
}

// The floor is the use of the least contract, which stores no history, without its opcodes and
// keys.
func TestTheFloorIsWhatTheLeastContractUses(t *testing.T) {
	schedule, err := scenario.LoadSchedule(schedules, "V9")
	if err != nil {
		t.Fatal(err)
	}
	for _, depth := range []uint32{0, 3, 5} {
		machine := scenario.Machine{Schedule: schedule, TrieDepth: depth}
		var move scenario.Call
		err := machine.Run(filepath.Join(scenarios, "gas", "least.scen.json"), func(call scenario.Call) {
			if call.Function == "makeMove" {
				move = call
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		const history = 2 * 10_000
		floor := gas.NewFloor(machine, move.WasmBytes).Total() - history
		if move.Gas < floor || move.Gas > floor+floor/50 {
			t.Errorf("depth %d: a move of the least contract uses %d, the floor is %d", depth, move.Gas, floor)
		}
	}
}
