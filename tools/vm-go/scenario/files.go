package scenario

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
)

// Suffix is the end of the name of a scenario file in a folder.
const Suffix = ".scen.json"

// Files lists the scenario files: each path that is a file, and for each folder all files below it
// with the suffix. It is an error if there are none.
func Files(paths []string) ([]string, error) {
	var files []string
	for _, path := range paths {
		err := filepath.WalkDir(path, func(file string, entry fs.DirEntry, err error) error {
			if err == nil && !entry.IsDir() && (file == path || strings.HasSuffix(file, Suffix)) {
				files = append(files, file)
			}
			return err
		})
		if err != nil {
			return nil, err
		}
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no scenario file (*%s) in %s", Suffix, strings.Join(paths, ", "))
	}
	return files, nil
}
