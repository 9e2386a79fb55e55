package scenario

// A library below the VM has assembly without a note on its stack, so the linker
// would make the whole program's stack executable, and warn.

// #cgo linux LDFLAGS: -Wl,-z,noexecstack
import "C"
