package scenario

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"

	gasschedules "github.com/multiversx/mx-chain-vm-go/scenario/gasSchedules"
)

// Schedule is a gas schedule: section, name, price.
type Schedule map[string]map[string]uint64

var versionName = regexp.MustCompile(`^V\d+$`)

// LoadSchedule reads the schedule with this name from dir ("V9" is gasScheduleV9.toml there);
// otherwise the name is a file's path.
func LoadSchedule(dir, name string) (Schedule, error) {
	file := name
	if versionName.MatchString(name) {
		file = filepath.Join(dir, "gasSchedule"+name+".toml")
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("gas schedule %s: %w (`make vm-go` puts the schedules beside the program)", name, err)
	}
	schedule, err := gasschedules.LoadGasScheduleConfig(string(text))
	if err != nil {
		return nil, fmt.Errorf("gas schedule %s: %w", file, err)
	}
	return Schedule(schedule), nil
}
