package gas

import "testing"

func TestFee(t *testing.T) {
	for _, test := range []struct {
		gas   uint64
		bytes int
		egld  string
	}{
		{0, 0, "0.00005"}, // mainnet's least fee: a plain transfer
		{0, 1, "0.0000515"},
		{1, 0, "0.00005000001"},
		{2_600_000, 17, "0.0001015"}, // 50,000 + 25,500 + 26,000 units of 10⁻⁹
		{600_000_000, 0, "0.00605"},
		{100_000_000_000, 0, "1.00005"},
	} {
		if egld := formatEGLD(Fee(test.gas, test.bytes)); egld != test.egld {
			t.Errorf("%d gas, %d bytes: %s EGLD, want %s", test.gas, test.bytes, egld, test.egld)
		}
	}
	if whole := formatEGLD(2e18); whole != "2" {
		t.Errorf("2 EGLD: %s", whole)
	}
}
