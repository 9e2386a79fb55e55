package gas

import (
	"encoding/json"
	"fmt"
	"os"
)

// Endpoints reads the names of a contract's endpoints and views from its ABI.
func Endpoints(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var abi struct {
		Endpoints []struct{ Name string }
	}
	if err := json.Unmarshal(text, &abi); err != nil {
		return nil, fmt.Errorf("ABI %s: %w", file, err)
	}
	var names []string
	for _, endpoint := range abi.Endpoints {
		names = append(names, endpoint.Name)
	}
	return names, nil
}
