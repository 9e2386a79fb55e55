// Package gas makes the project's gas report from the gas scenarios.
package gas

import (
	"fmt"
	"slices"
	"strings"
)

// makeMove is the call with fixed kinds, in the contract that the report describes.
const makeMove = "makeMove"

// moveKinds are the kinds of move, in the order of the report.
var moveKinds = []string{
	"opening", "middle game", "endgame",
	"castling", "en passant", "promotion", "check",
	"mate", "draw",
}

// A move of these kinds ends the game, and also pays the wagers out.
var endingKinds = []string{"mate", "draw"}

// KindOf reads the kind of a call from its step's id, FUNCTION/KIND or FUNCTION/KIND/ANYTHING. An
// id of another form names no kind, which is an error only for makeMove.
func KindOf(function, id string) (string, error) {
	rest, named := strings.CutPrefix(id, function+"/")
	kind, _, _ := strings.Cut(rest, "/")
	switch {
	case !named && function != makeMove:
		return "", nil
	case !named || kind == "":
		return "", fmt.Errorf("id %q: want %s/KIND or %s/KIND/ANYTHING", id, function, function)
	case function == makeMove && !slices.Contains(moveKinds, kind):
		return "", fmt.Errorf("id %q: %q is no kind of move; there are: %s", id, kind, strings.Join(moveKinds, ", "))
	}
	return kind, nil
}
