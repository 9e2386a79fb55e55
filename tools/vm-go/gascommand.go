package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"

	"onchain-chess/vm-go/gas"
	"onchain-chess/vm-go/scenario"
)

// gasCommand runs the gas scenarios and prints the report as one JSON object, and with
// --markdown writes it as tables. With --abi every endpoint there and every kind of move
// must have been called.
func gasCommand(args []string, stdout, stderr io.Writer) error {
	o := newOptions("gas")
	markdown := o.String("markdown", "", "also write the report as tables to this file")
	var endpoints []string
	complete := false
	o.Func("abi", "fail where an endpoint of this ABI was not called", func(file string) error {
		names, err := gas.Endpoints(file)
		endpoints, complete = append(endpoints, names...), true
		return err
	})
	paths, err := o.parse(args)
	if err != nil {
		return err
	}
	machine, err := o.machine()
	if err != nil {
		return err
	}
	var calls []scenario.Call
	collect := func(call scenario.Call) { calls = append(calls, call) }
	if err := runFiles(machine, paths, collect, stderr, stderr); err != nil {
		return err
	}
	report, err := gas.NewReport(calls, machine)
	if err != nil {
		return err
	}
	if err := json.NewEncoder(stdout).Encode(report); err != nil {
		return err
	}
	if *markdown != "" {
		text := report.Markdown(*o.schedule, machine)
		if err := os.WriteFile(*markdown, []byte(text), 0o644); err != nil {
			return err
		}
	}
	if missing := report.Missing(endpoints); complete && len(missing) > 0 {
		return fmt.Errorf("no gas scenario calls: %s\nadd it in tools/scenario-writer/src/stories/gas.rs, then make scenarios", strings.Join(missing, ", "))
	}
	return nil
}
