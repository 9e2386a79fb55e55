package scenario

import (
	"math/big"
	"testing"

	scenmodel "github.com/multiversx/mx-chain-scenario-go/scenario/model"
)

func argument(bytes ...byte) scenmodel.JSONBytesFromTree {
	return scenmodel.JSONBytesFromTree{Value: bytes}
}

func tokens(id string, nonce uint64, amount int64) *scenmodel.ESDTTxData {
	return &scenmodel.ESDTTxData{
		TokenIdentifier: scenmodel.JSONBytesFromString{Value: []byte(id)},
		Nonce:           scenmodel.JSONUint64{Value: nonce},
		Value:           scenmodel.JSONBigInt{Value: big.NewInt(amount)},
	}
}

func TestDataBytes(t *testing.T) {
	contract := scenmodel.JSONBytesFromString{Value: make([]byte, 32)}
	for _, test := range []struct {
		data string
		tx   scenmodel.Transaction
	}{
		{"makeMove@01@@34", scenmodel.Transaction{
			Type: scenmodel.ScCall, Function: "makeMove",
			Arguments: []scenmodel.JSONBytesFromTree{argument(1), argument(), argument(52)},
		}},
		{"joinGame", scenmodel.Transaction{Type: scenmodel.ScCall, Function: "joinGame"}},
		{"aabbcc@0500@0506@01", scenmodel.Transaction{
			Type: scenmodel.ScDeploy, Code: scenmodel.JSONBytesFromString{Value: []byte{0xaa, 0xbb, 0xcc}},
			Arguments: []scenmodel.JSONBytesFromTree{argument(1)},
		}},
		{"ESDTTransfer@" + "4142" + "@" + "0100" + "@" + "6a6f" + "@07", scenmodel.Transaction{
			Type: scenmodel.ScCall, Function: "jo", ESDTValue: []*scenmodel.ESDTTxData{tokens("AB", 0, 256)},
			Arguments: []scenmodel.JSONBytesFromTree{argument(7)},
		}},
		{"MultiESDTNFTTransfer@" + zeros(64) + "@02" + "@4142@@01" + "@43@0100@02" + "@6a6f", scenmodel.Transaction{
			Type: scenmodel.ScCall, Function: "jo", To: contract,
			ESDTValue: []*scenmodel.ESDTTxData{tokens("AB", 0, 1), tokens("C", 256, 2)},
		}},
	} {
		if have := dataBytes(&test.tx); have != len(test.data) {
			t.Errorf("%s: %d bytes, want %d", test.data, have, len(test.data))
		}
	}
}

func zeros(n int) string { return string(make([]byte, n)) }
