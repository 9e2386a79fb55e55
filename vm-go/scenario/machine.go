// Package scenario runs MultiversX scenario files on the production VM and
// reports what every call used.
package scenario

import (
	"github.com/multiversx/mx-chain-core-go/core"
	scenexec "github.com/multiversx/mx-chain-scenario-go/scenario/executor"
	scenmodel "github.com/multiversx/mx-chain-scenario-go/scenario/model"
	"github.com/multiversx/mx-chain-scenario-go/worldmock"
	"github.com/multiversx/mx-chain-vm-common-go/parsers"
	vmscenario "github.com/multiversx/mx-chain-vm-go/scenario"
	"github.com/multiversx/mx-chain-vm-go/vmhost"
	"github.com/multiversx/mx-chain-vm-go/vmhost/hostCore"
	"github.com/multiversx/mx-chain-vm-go/vmhost/mock"
)

// blockGasLimit is mainnet's limit for one transaction.
const blockGasLimit = 600_000_000

// Machine is the VM as it is set up for every scenario file.
type Machine struct {
	// Schedule prices everything; the schedule a scenario file names is not used,
	// because the VM's module knows none that is newer than V4.
	Schedule Schedule
	// TrieDepth is the depth of the contract's storage trie, which sets the price
	// of a storage read. The test world alone says 0, cheaper than any live contract.
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
	return hostCore.NewVMHost(deepWorld{world, b.TrieDepth}, &vmhost.VMHostParameters{
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
		TimeOutForSCExecutionInMilliseconds: b.TimeOutForSCExecutionInMilliseconds,
	})
}

// deepWorld answers storage reads as from a trie of the given depth.
type deepWorld struct {
	*worldmock.MockWorld
	depth uint32
}

func (w deepWorld) GetStorageData(address, key []byte) ([]byte, uint32, error) {
	data, _, err := w.MockWorld.GetStorageData(address, key)
	return data, w.depth, err
}
