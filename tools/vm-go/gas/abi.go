package gas

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
)

// callback is the label of an endpoint that nobody can call.
const callback = "callback"

// Endpoints reads the names of a contract's endpoints and views from its ABI, without callbacks.
func Endpoints(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var abi struct {
		Endpoints []struct {
			Name   string
			Labels []string
		}
	}
	if err := json.Unmarshal(text, &abi); err != nil {
		return nil, fmt.Errorf("ABI %s: %w", file, err)
	}
	var names []string
	for _, endpoint := range abi.Endpoints {
		if !slices.Contains(endpoint.Labels, callback) {
			names = append(names, endpoint.Name)
		}
	}
	return names, nil
}
