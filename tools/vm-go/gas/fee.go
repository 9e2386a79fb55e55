package gas

import (
	"fmt"
	"strings"
)

// Mainnet's fee settings, with the names of its network configuration.
const (
	minGasLimit    = 50_000        // gas of a transaction without data
	gasPerDataByte = 1_500         // gas of each byte of data
	minGasPrice    = 1_000_000_000 // EGLD × 10⁻¹⁸ for a unit of that gas
	priceModifier  = 100           // execution gas costs this many times less
)

// Fee is the cost of a transaction on mainnet, in EGLD × 10⁻¹⁸.
func Fee(executionGas uint64, dataBytes int) uint64 {
	return (minGasLimit+gasPerDataByte*uint64(dataBytes))*minGasPrice + executionGas*(minGasPrice/priceModifier)
}

// formatEGLD writes an amount of EGLD × 10⁻¹⁸ as an exact decimal.
func formatEGLD(amount uint64) string {
	decimal := fmt.Sprintf("%d.%018d", amount/1e18, amount%1e18)
	return strings.TrimSuffix(strings.TrimRight(decimal, "0"), ".")
}
