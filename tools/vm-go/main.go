// Command mx-scenario-go runs MultiversX scenario files on the production VM and
// reports the gas that every call used. README.md describes its commands.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	logger "github.com/multiversx/mx-chain-logger-go"
)

const usage = `usage:
  mx-scenario-go run [--json] PATH...
  mx-scenario-go gas [--markdown FILE] [--abi FILE]... DIR
both with [--schedule V9|FILE] [--trie-depth 3]
`

func main() {
	// The VM logs to stdout, but returns its messages as errors.
	if err := logger.SetLogLevel("*:NONE"); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(command(os.Args[1:], os.Stdout, os.Stderr))
}

// command runs one command line and returns its exit code: 0, 1 if something failed, 2 if the
// command line is wrong.
func command(args []string, stdout, stderr io.Writer) int {
	commands := map[string]func([]string, io.Writer, io.Writer) error{"run": runCommand, "gas": gasCommand}
	if len(args) == 0 || commands[args[0]] == nil {
		fmt.Fprint(stderr, usage)
		return 2
	}
	err := commands[args[0]](args[1:], stdout, stderr)
	switch {
	case errors.Is(err, flag.ErrHelp):
		return 0
	case errors.Is(err, errUsage):
		fmt.Fprintf(stderr, "%v\n%s", err, usage)
		return 2
	case err != nil:
		fmt.Fprintln(stderr, err)
		return 1
	}
	return 0
}
