package gas

import "onchain-chess/vm-go/scenario"

// The bytes that the smallest contract of this shape stores and handles in a move.
const (
	settingsBytes = 1       // paused or not
	gameBytes     = 66 + 64 // two addresses, the player to move, the state; the documents' board
	moveBytes     = 2       // what a move adds to the history
	eventBytes    = 75      // event's name, game id, both players, move
	arguments     = 3       // game id, from, to
)

// Cost is one unavoidable part of a move.
type Cost struct {
	What string
	Gas  uint64
}

// Floor is the least gas of makeMove in any contract of this shape, whatever its code does between
// the storage reads and writes.
type Floor []Cost

// NewFloor takes the prices from the machine's gas schedule.
func NewFloor(machine scenario.Machine, wasmBytes int) Floor {
	base := machine.Schedule["BaseOperationCost"]
	api := machine.Schedule["BaseOpsAPICost"]
	buffer := machine.Schedule["ManagedBufferAPICost"]
	read := func(bytes uint64) uint64 {
		// out of the trie, then from the VM's buffer into the contract's memory
		return trieRead(machine) + base["DataCopyPerByte"]*bytes + buffer["MBufferGetBytes"] + base["DataCopyPerByte"]*bytes
	}
	write := func(bytes uint64) uint64 {
		return buffer["MBufferSetBytes"] + base["DataCopyPerByte"]*bytes + buffer["MBufferStorageStore"]
	}
	return Floor{
		{"the call itself", base["GetCode"]},
		{"the contract's code", base["AoTPreparePerByte"] * uint64(wasmBytes)},
		{"arguments, caller, no payment", arguments*api["Int64GetArgument"] + api["GetCaller"] + api["GetCallValue"]},
		{"reading the settings", read(settingsBytes)},
		{"reading the game", read(gameBytes)},
		{"writing the game", write(gameBytes)},
		{"the move's bytes in the history", base["StorePerByte"] * moveBytes},
		{"the event", api["Log"] + base["DataCopyPerByte"]*eventBytes},
	}
}

// trieRead is the price of reading a storage key for the first time in a call.
func trieRead(machine scenario.Machine) uint64 {
	price := machine.Schedule["DynamicStorageLoad"]
	depth := int64(machine.TrieDepth)
	signed := func(coefficient, sign string) int64 {
		if price[sign] == 1 {
			return -int64(price[coefficient])
		}
		return int64(price[coefficient])
	}
	gas := signed("QuadraticCoefficient", "SignOfQuadratic")*depth*depth +
		signed("LinearCoefficient", "SignOfLinear")*depth +
		signed("ConstantCoefficient", "SignOfConstant")
	return max(uint64(max(gas, 0)), price["MinimumGasCost"])
}

// Total is the floor in gas.
func (f Floor) Total() uint64 {
	total := uint64(0)
	for _, cost := range f {
		total += cost.Gas
	}
	return total
}
