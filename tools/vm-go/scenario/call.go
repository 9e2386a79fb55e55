package scenario

import (
	"encoding/hex"
	"math/big"

	scenmodel "github.com/multiversx/mx-chain-scenario-go/scenario/model"
)

// Call is a deployment, a contract call or a query that the VM has executed.
type Call struct {
	File     string `json:"file"`
	ID       string `json:"id"`       // the step's id
	Function string `json:"function"` // "init" for a deployment
	Query    bool   `json:"query"`    // a view call: free, sent as no transaction
	Code     string `json:"returnCode"`
	Message  string `json:"message,omitempty"`
	// Gas is the execution gas: the VM's, and for a payment in tokens also that of the built-in
	// function that moves them. It excludes the transaction's own cost.
	Gas uint64 `json:"gas"`
	// DataBytes is the length of the transaction's data field.
	DataBytes int `json:"dataBytes"`
	// WasmBytes is the size of the called contract.
	WasmBytes int `json:"wasmBytes"`
}

// OK reports whether the contract returned without an error.
func (c Call) OK() bool { return c.Code == "ok" }

// vmTypeHex is the VM's name in the data of a deployment: WebAssembly.
const vmTypeHex = "0500"

// dataBytes is the length of the data field that a wallet would send for the
// transaction: parts in hex, joined by "@".
func dataBytes(tx *scenmodel.Transaction) int {
	arguments := 0
	for _, argument := range tx.Arguments {
		arguments += len("@") + hex.EncodedLen(len(argument.Value))
	}
	switch {
	case tx.Type == scenmodel.ScDeploy:
		const metadataBytes = 2
		return hex.EncodedLen(len(tx.Code.Value)) + len("@"+vmTypeHex+"@") + hex.EncodedLen(metadataBytes) + arguments
	case len(tx.ESDTValue) == 0:
		return len(tx.Function) + arguments
	case isSingleFungible(tx):
		transfer := tx.ESDTValue[0]
		return len("ESDTTransfer@@@") + hex.EncodedLen(len(transfer.TokenIdentifier.Value)) +
			hex.EncodedLen(len(transfer.Value.Value.Bytes())) + hex.EncodedLen(len(tx.Function)) + arguments
	default:
		// the contract's address, the number of transfers (one byte), then each of them
		bytes := len("MultiESDTNFTTransfer@@@") + hex.EncodedLen(len(tx.To.Value)) + hex.EncodedLen(1)
		for _, transfer := range tx.ESDTValue {
			bytes += len("@@@") + hex.EncodedLen(len(transfer.TokenIdentifier.Value)) +
				hex.EncodedLen(len(new(big.Int).SetUint64(transfer.Nonce.Value).Bytes())) +
				hex.EncodedLen(len(transfer.Value.Value.Bytes()))
		}
		return bytes + hex.EncodedLen(len(tx.Function)) + arguments
	}
}

// paymentGas is the gas of the network's built-in function that moves the tokens of a call; the VM
// that runs the contract does not see it.
func paymentGas(tx *scenmodel.Transaction, schedule Schedule) uint64 {
	price := schedule["BuiltInCost"]["MultiESDTNFTTransfer"]
	if isSingleFungible(tx) {
		price = schedule["BuiltInCost"]["ESDTTransfer"]
	}
	return uint64(len(tx.ESDTValue)) * price
}

func isSingleFungible(tx *scenmodel.Transaction) bool {
	return len(tx.ESDTValue) == 1 && tx.ESDTValue[0].Nonce.Value == 0
}
