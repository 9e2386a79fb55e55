package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"onchain-chess/vm-go/scenario"
)

// errUsage marks a wrong command line.
var errUsage = errors.New("wrong command line")

// options are the flags of both commands.
type options struct {
	*flag.FlagSet
	schedule  *string
	trieDepth *uint
}

func newOptions(name string) options {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	return options{
		flags,
		flags.String("schedule", "V9", "gas schedule: a version's name or a file"),
		flags.Uint("trie-depth", 3, "depth of the contract's storage trie"),
	}
}

// parse also accepts flags after paths.
func (o options) parse(args []string) (paths []string, err error) {
	for {
		if err := o.Parse(args); errors.Is(err, flag.ErrHelp) {
			fmt.Print(usage)
			return nil, err
		} else if err != nil {
			return nil, fmt.Errorf("%w: %w", errUsage, err)
		}
		if o.NArg() == 0 {
			break
		}
		paths = append(paths, o.Arg(0))
		args = o.Args()[1:]
	}
	if len(paths) == 0 {
		return nil, fmt.Errorf("%w: no scenario file or folder given", errUsage)
	}
	return paths, nil
}

// machine reads the schedules from the folder of the program itself.
func (o options) machine() (scenario.Machine, error) {
	program, err := os.Executable()
	if err != nil {
		return scenario.Machine{}, err
	}
	schedule, err := scenario.LoadSchedule(filepath.Dir(program), *o.schedule)
	return scenario.Machine{Schedule: schedule, TrieDepth: uint32(*o.trieDepth)}, err
}
