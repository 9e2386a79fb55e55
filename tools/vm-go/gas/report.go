package gas

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"onchain-chess/vm-go/scenario"
)

// Report gathers the calls that succeeded.
type Report struct {
	// WasmBytes is the size of the contract that takes the moves.
	WasmBytes int
	// Floor is the least gas of makeMove in any contract of this shape.
	Floor Floor
	// Functions are the calls by the function's name.
	Functions map[string]*Function
	// Tournaments are the tournament contract's.
	Tournaments map[string]*Function
}

// Function are the calls of one endpoint or view.
type Function struct {
	Query bool
	All   series
	Kinds map[string]series
}

// NewReport sorts the calls and skips failed ones. There must be moves, and all of them in one
// contract.
func NewReport(calls []scenario.Call, machine scenario.Machine) (*Report, error) {
	r := &Report{Functions: map[string]*Function{}, Tournaments: map[string]*Function{}}
	for _, call := range calls {
		if !call.OK() {
			continue
		}
		if err := r.add(call); err != nil {
			return nil, fmt.Errorf("%s: %w", call.File, err)
		}
	}
	moves := r.Functions[makeMove]
	if moves == nil {
		return nil, fmt.Errorf("the scenarios hold no successful call of %s", makeMove)
	}
	r.WasmBytes = moves.All[0].WasmBytes
	for _, move := range moves.All {
		if move.WasmBytes != r.WasmBytes {
			return nil, fmt.Errorf("%s: %q was made in a contract of %d bytes, others in one of %d", move.File, move.ID, move.WasmBytes, r.WasmBytes)
		}
	}
	r.Floor = NewFloor(machine, r.WasmBytes)
	return r, nil
}

// tournamentFiles is part of the path of the scenarios of tournaments.
const tournamentFiles = "contracts/tournament/"

func (r *Report) add(call scenario.Call) error {
	kind, err := KindOf(call.Function, call.ID)
	if err != nil {
		return err
	}
	functions := r.Functions
	if strings.Contains(call.File, tournamentFiles) {
		// the game contract's calls there have no kind
		if kind == "" {
			return nil
		}
		functions = r.Tournaments
	}
	f := functions[call.Function]
	if f == nil {
		f = &Function{Query: call.Query, Kinds: map[string]series{}}
		functions[call.Function] = f
	}
	if f.Query != call.Query {
		return fmt.Errorf("%q: %s is both called and queried", call.ID, call.Function)
	}
	f.All = append(f.All, call)
	if kind != "" {
		f.Kinds[kind] = append(f.Kinds[kind], call)
	}
	return nil
}

// notEnding are the calls without the moves that end a game.
func (f *Function) notEnding() series {
	if f.All[0].Function != makeMove {
		return f.All
	}
	var calls series
	for kind, ofKind := range f.Kinds {
		if !slices.Contains(endingKinds, kind) {
			calls = append(calls, ofKind...)
		}
	}
	return calls
}

// Missing names the endpoints without a successful call, and the kinds of move without one.
func (r *Report) Missing(endpoints []string) []string {
	var missing []string
	for _, endpoint := range endpoints {
		if r.Functions[endpoint] == nil {
			missing = append(missing, endpoint)
		}
	}
	for _, kind := range moveKinds {
		if r.Functions[makeMove].Kinds[kind] == nil {
			missing = append(missing, makeMove+"/"+kind)
		}
	}
	return missing
}

// figures are a function's in the JSON report.
type figures struct {
	Gas   uint64            `json:"gas"`
	Mean  uint64            `json:"mean"`
	Max   uint64            `json:"max"`
	Fee   json.Number       `json:"fee_egld,omitempty"`
	Kinds map[string]uint64 `json:"kinds,omitempty"`
}

func (f *Function) figures() figures {
	out := figures{
		Gas:   f.All.median().Gas,
		Mean:  f.All.mean(),
		Max:   f.notEnding().max(),
		Kinds: map[string]uint64{},
	}
	if !f.Query {
		out.Fee = json.Number(f.All.fee())
	}
	for kind, calls := range f.Kinds {
		out.Kinds[kind] = calls.median().Gas
	}
	return out
}

// fee is that of the median call, in EGLD.
func (s series) fee() string {
	call := s.median()
	return formatEGLD(Fee(call.Gas, call.DataBytes))
}

// MarshalJSON writes the object that `make gas` prints.
func (r *Report) MarshalJSON() ([]byte, error) {
	calls := map[string]figures{}
	for name, f := range r.Functions {
		calls[name] = f.figures()
	}
	return json.Marshal(struct {
		WasmBytes int                `json:"wasm_bytes"`
		Floor     uint64             `json:"floor"`
		Calls     map[string]figures `json:"calls"`
	}{r.WasmBytes, r.Floor.Total(), calls})
}
