package scenario

import (
	"fmt"

	scenexec "github.com/multiversx/mx-chain-scenario-go/scenario/executor"
	scenfileresolver "github.com/multiversx/mx-chain-scenario-go/scenario/expression/fileresolver"
	scenio "github.com/multiversx/mx-chain-scenario-go/scenario/io"
	scenmodel "github.com/multiversx/mx-chain-scenario-go/scenario/model"
	vmscenario "github.com/multiversx/mx-chain-vm-go/scenario"
)

// Run executes a scenario file in an empty world on a new VM, up to the first step that fails, and
// passes every call that the VM has executed to report.
func (m Machine) Run(file string, report func(Call)) error {
	executor := scenexec.NewScenarioExecutor(builder{vmscenario.NewScenarioVMHostBuilder(), m})
	defer executor.Close()
	r := runner{executor, m.Schedule, func(c Call) { c.File = file; report(c) }}
	return r.runFile(file, scenio.NewDefaultFileResolver())
}

// runner takes the steps one by one, to link each call to its step.
type runner struct {
	*scenexec.ScenarioExecutor
	schedule Schedule
	report   func(Call)
}

func (r runner) runFile(file string, files scenfileresolver.FileResolver) error {
	controller := scenio.NewScenarioController(r, files, r.GetVMType())
	return controller.RunSingleJSONScenario(file, scenio.DefaultRunScenarioOptions())
}

// The controller calls RunScenario with the parsed file.
func (r runner) RunScenario(scenario *scenmodel.Scenario, files scenfileresolver.FileResolver) error {
	steps := scenario.Steps
	for i, step := range steps {
		if external, ok := step.(*scenmodel.ExternalStepsStep); ok {
			if err := r.runFile(files.ResolveAbsolutePath(external.Path), files.Clone()); err != nil {
				return fmt.Errorf("%s: %w", external.Path, err)
			}
			continue
		}
		// For a scenario without steps the executor reads the settings: VM, files.
		scenario.Steps = nil
		if err := r.ScenarioExecutor.RunScenario(scenario, files); err != nil {
			return err
		}
		if err := r.runStep(step); err != nil {
			return fmt.Errorf("step %d %s: %w", i+1, stepName(step), err)
		}
	}
	return nil
}

func (r runner) runStep(step scenmodel.Step) error {
	tx, ok := step.(*scenmodel.TxStep)
	if !ok || !tx.Tx.Type.IsSmartContractTx() {
		return r.ExecuteStep(step)
	}
	wasm := r.wasmOf(tx.Tx)
	out, err := r.ExecuteTxStep(tx)
	if err != nil {
		return err
	}
	function := tx.Tx.Function
	if tx.Tx.Type == scenmodel.ScDeploy {
		function = "init"
	}
	call := Call{
		ID:        tx.TxIdent,
		Function:  function,
		Query:     tx.Tx.Type == scenmodel.ScQuery,
		Code:      out.ReturnCode.String(),
		Message:   out.ReturnMessage,
		Gas:       tx.Tx.GasLimit.Value - out.GasRemaining + paymentGas(tx.Tx, r.schedule),
		DataBytes: dataBytes(tx.Tx),
		WasmBytes: len(wasm),
	}
	r.report(call)
	if tx.ExpectedResult == nil && !call.OK() {
		return fmt.Errorf("%s: %s (the step has no \"expect\")", call.Code, call.Message)
	}
	return nil
}

// wasmOf is the code that the transaction deploys or calls.
func (r runner) wasmOf(tx *scenmodel.Transaction) []byte {
	if tx.Type == scenmodel.ScDeploy {
		return tx.Code.Value
	}
	if called := r.World.AcctMap.GetAccount(tx.To.Value); called != nil {
		return called.Code
	}
	return nil
}

func stepName(step scenmodel.Step) string {
	if tx, ok := step.(*scenmodel.TxStep); ok {
		return fmt.Sprintf("(%s %q)", step.StepTypeName(), tx.TxIdent)
	}
	return "(" + step.StepTypeName() + ")"
}
