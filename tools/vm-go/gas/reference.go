package gas

// reference is the gas of the contract of documents 001 and 003 (11,655 bytes of
// wasm, V9, trie depth 3), by function or by function/kind.
var reference = map[string]uint64{
	"makeMove":         3_243_271, // a pawn's; another piece's is 3,156,500 to 3,157,400
	"joinGame/first":   3_087_176,
	"joinGame/second":  4_708_366,
	"draw/offer":       3_233_436,
	"draw/accept":      4_387_677,
	"resign":           3_612_651,
	"callIllegalMove":  3_793_039,
	"signalInactivity": 3_622_761,
	"getBoard":         2_414_398,
}
