// Package scenario runs MultiversX scenario files on the production VM and
// reports what every call used.
package scenario

import (
	"github.com/multiversx/mx-chain-core-go/core"
	"github.com/multiversx/mx-chain-core-go/data/esdt"
	scenexec "github.com/multiversx/mx-chain-scenario-go/scenario/executor"
	scenmodel "github.com/multiversx/mx-chain-scenario-go/scenario/model"
	"github.com/multiversx/mx-chain-scenario-go/worldmock"
	vmcommon "github.com/multiversx/mx-chain-vm-common-go"
	"github.com/multiversx/mx-chain-vm-common-go/builtInFunctions"
	"github.com/multiversx/mx-chain-vm-common-go/parsers"
	vmscenario "github.com/multiversx/mx-chain-vm-go/scenario"
	"github.com/multiversx/mx-chain-vm-go/vmhost"
	"github.com/multiversx/mx-chain-vm-go/vmhost/hostCore"
	"github.com/multiversx/mx-chain-vm-go/vmhost/mock"
)

// blockGasLimit is mainnet's limit for one transaction.
const blockGasLimit = 600_000_000

// timeOut ends a call after this number of milliseconds: the gas limits a call, not a busy machine.
const timeOut = 600_000

// Machine is the VM's setup for every scenario file.
type Machine struct {
	// Schedule prices everything; the schedule that a scenario file names is not used, because the
	// VM's module has none newer than V4.
	Schedule Schedule
	// TrieDepth is the depth of the contract's storage trie, which sets the price of a storage read.
	// The test world's own depth is 0, cheaper than any live contract.
	TrieDepth uint32
}

// builder is the VM module's own scenario builder with the machine's settings.
type builder struct {
	*vmscenario.ScenarioVMHostBuilder
	Machine
}

func (b builder) GasScheduleMapFromScenarios(scenmodel.GasSchedule) (worldmock.GasScheduleMap, error) {
	return worldmock.GasScheduleMap(b.Schedule), nil
}

func (b builder) NewVM(world *worldmock.MockWorld, schedule map[string]map[string]uint64) (scenexec.VMInterface, error) {
	transfers, err := parsers.NewESDTTransferParser(worldmock.WorldMarshalizer)
	if err != nil {
		return nil, err
	}
	return hostCore.NewVMHost(liveWorld{world, b.TrieDepth}, &vmhost.VMHostParameters{
		VMType:                              b.VMType,
		BlockGasLimit:                       blockGasLimit,
		GasSchedule:                         schedule,
		BuiltInFuncContainer:                world.BuiltinFuncs.Container,
		ProtectedKeyPrefix:                  []byte(core.ProtectedKeyPrefix),
		ESDTTransferParser:                  transfers,
		EpochNotifier:                       &mock.EpochNotifierStub{},
		EnableEpochsHandler:                 world.EnableEpochsHandler,
		Hasher:                              worldmock.DefaultHasher,
		MapOpcodeAddressIsAllowed:           map[string]map[string]struct{}{},
		TimeOutForSCExecutionInMilliseconds: timeOut,
	})
}

// liveWorld is the test world, closer to a live network in five points.
type liveWorld struct {
	*worldmock.MockWorld
	depth uint32
}

// GetStorageData answers as from a trie of the given depth.
func (w liveWorld) GetStorageData(address, key []byte) ([]byte, uint32, error) {
	data, _, err := w.MockWorld.GetStorageData(address, key)
	return data, w.depth, err
}

// RoundTime is the time of a round in milliseconds, as in the other machines. The test world's own time
// is 0.
func (w liveWorld) RoundTime() uint64 {
	return 6_000
}

// IsPaused and IsLimitedTransfer return a token manager's settings, from where the network stores them
// and the built-in functions read them. The test world always returns false.
func (w liveWorld) IsPaused(token []byte) bool {
	return w.tokenSettings(token).Paused
}

func (w liveWorld) IsLimitedTransfer(token []byte) bool {
	return w.tokenSettings(token).LimitedTransfer
}

func (w liveWorld) tokenSettings(token []byte) builtInFunctions.ESDTGlobalMetadata {
	system := w.AcctMap.GetAccount(vmcommon.SystemAccountAddress)
	if system == nil {
		return builtInFunctions.ESDTGlobalMetadata{}
	}
	key := core.ProtectedKeyPrefix + core.ESDTKeyIdentifier + string(token)
	return builtInFunctions.ESDTGlobalMetadataFromBytes(system.Storage[key])
}

// GetESDTToken reads a fungible token of an account from the account alone. The test world also
// reads the system account, which has the token's settings under the same key.
func (w liveWorld) GetESDTToken(address, token []byte, nonce uint64) (*esdt.ESDigitalToken, error) {
	account := w.AcctMap.GetAccount(address)
	if nonce > 0 || account == nil {
		return w.MockWorld.GetESDTToken(address, token, nonce)
	}
	return account.GetTokenData(token, nonce, map[string][]byte{})
}

// ProcessBuiltInFunction leaves the caller's account unchanged if a built-in function fails. A
// node saves accounts only after success, while the test world changes accounts in place: there a failed
// transfer to a frozen account would still take the tokens from the sender.
func (w liveWorld) ProcessBuiltInFunction(input *vmcommon.ContractCallInput) (*vmcommon.VMOutput, error) {
	caller := w.AcctMap.GetAccount(input.CallerAddr)
	if caller == nil {
		return w.MockWorld.ProcessBuiltInFunction(input)
	}
	before := caller.Clone()
	output, err := w.MockWorld.ProcessBuiltInFunction(input)
	if err != nil || output.ReturnCode != vmcommon.Ok {
		w.AcctMap.PutAccount(before)
	}
	return output, err
}
