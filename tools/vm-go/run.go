package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"

	"onchain-chess/vm-go/scenario"
)

// runCommand runs the files and prints every call, then the number of files that passed and failed
// (on stderr with --json, so that stdout has nothing but JSON).
func runCommand(args []string, stdout, stderr io.Writer) error {
	o := newOptions("run")
	asJSON := o.Bool("json", false, "print one JSON object per call")
	paths, err := o.parse(args)
	if err != nil {
		return err
	}
	machine, err := o.machine()
	if err != nil {
		return err
	}
	if *asJSON {
		encoder := json.NewEncoder(stdout)
		return runFiles(machine, paths, func(call scenario.Call) { _ = encoder.Encode(call) }, stderr, stderr)
	}
	return runFiles(machine, paths, printCall(stdout), stdout, stderr)
}

// printCall prints a heading for each file and a line for each call.
func printCall(w io.Writer) func(scenario.Call) {
	file := ""
	return func(call scenario.Call) {
		if call.File != file {
			file = call.File
			fmt.Fprintln(w, file)
		}
		gas := fmt.Sprint(call.Gas)
		if call.Gas == math.MaxInt64 {
			gas = "-" // what a view has, all of which a refusal takes
		}
		fmt.Fprintf(w, "  %-32s %-20s %12s  %s %s\n", call.ID, call.Function, gas, call.Code, call.Message)
	}
}

// runFiles runs all files, reports on stderr which failed and why, and ends the summary with the
// line "N passed, N failed". It returns an error if one failed or there was none.
func runFiles(machine scenario.Machine, paths []string, report func(scenario.Call), summary, stderr io.Writer) error {
	files, err := scenario.Files(paths)
	if err != nil {
		return err
	}
	failed := 0
	for _, file := range files {
		if err := machine.Run(file, report); err != nil {
			fmt.Fprintf(stderr, "FAILED %s: %v\n", file, err)
			failed++
		}
	}
	fmt.Fprintf(summary, "%d passed, %d failed\n", len(files)-failed, failed)
	if failed > 0 {
		return fmt.Errorf("%d of %d scenario files failed", failed, len(files))
	}
	return nil
}
