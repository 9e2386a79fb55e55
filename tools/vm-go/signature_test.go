package main

import (
	"encoding/hex"
	"encoding/json"
	"os"
	"testing"

	"github.com/multiversx/mx-chain-vm-go/crypto/factory"
)

// The production VM must judge every signature as the vectors say.
func TestSignaturesAreJudgedAsTheVectorsSay(t *testing.T) {
	text, err := os.ReadFile("../../crates/signed-play/vectors/ed25519.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors []struct {
		Name, PublicKey, Message, Signature string
		Chain                               bool
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors) < 316 {
		t.Fatalf("%d vectors, %v", len(vectors), err)
	}
	crypto, err := factory.NewVMCrypto()
	if err != nil {
		t.Fatal(err)
	}
	for _, vector := range vectors {
		var bytes [3][]byte
		for i, digits := range []string{vector.PublicKey, vector.Message, vector.Signature} {
			if bytes[i], err = hex.DecodeString(digits); err != nil {
				t.Fatal(vector.Name, err)
			}
		}
		if err := crypto.VerifyEd25519(bytes[0], bytes[1], bytes[2]); (err == nil) != vector.Chain {
			t.Errorf("%s: the VM says %v, the vector %v", vector.Name, err, vector.Chain)
		}
	}
}
