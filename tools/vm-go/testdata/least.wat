;; The least that a contract of the chess contract's shape does in a move, for the tests:
;; it reads settings and game, changes the game, writes it back, and emits one event. It knows no
;; chess. `fail` is a call that fails, `getBoard` a view.
(module
  (import "env" "checkNoPayment" (func $checkNoPayment))
  (import "env" "smallIntGetUnsignedArgument" (func $argument (param i32) (result i64)))
  (import "env" "managedCaller" (func $caller (param i32)))
  (import "env" "mBufferSetBytes" (func $setBytes (param i32 i32 i32) (result i32)))
  (import "env" "mBufferGetBytes" (func $getBytes (param i32 i32) (result i32)))
  (import "env" "mBufferStorageLoad" (func $load (param i32 i32) (result i32)))
  (import "env" "mBufferStorageStore" (func $store (param i32 i32) (result i32)))
  (import "env" "managedWriteLog" (func $log (param i32 i32)))
  (import "env" "mBufferFinish" (func $finish (param i32) (result i32)))
  (import "env" "signalError" (func $signalError (param i32 i32)))

  ;; memory: 0 keys, 16 settings (1 byte), 32 game (130 bytes, the board the last 64), 200 the error
  (memory (export "memory") 1)
  (data (i32.const 0) "sg")
  (data (i32.const 16) "\01")
  (data (i32.const 32) "\01")
  (data (i32.const 98) "\01")
  (data (i32.const 200) "no such game")

  ;; buffers: -101 -102 the keys, -111 -112 the values, -113 the board, -120 caller, -121 topics, -122
  ;; event
  (func $keys
    (drop (call $setBytes (i32.const -101) (i32.const 0) (i32.const 1)))
    (drop (call $setBytes (i32.const -102) (i32.const 1) (i32.const 1))))

  (func $read (param $key i32) (param $value i32) (param $at i32)
    (drop (call $load (local.get $key) (local.get $value)))
    (drop (call $getBytes (local.get $value) (local.get $at))))

  (func $write (param $key i32) (param $value i32) (param $at i32) (param $length i32)
    (drop (call $setBytes (local.get $value) (local.get $at) (local.get $length)))
    (drop (call $store (local.get $key) (local.get $value))))

  (func $writeGame
    (call $write (i32.const -102) (i32.const -112) (i32.const 32) (i32.const 130)))

  (func (export "init")
    (call $keys)
    (call $write (i32.const -101) (i32.const -111) (i32.const 16) (i32.const 1))
    (call $writeGame))

  (func (export "makeMove")
    (call $checkNoPayment)
    (drop (call $argument (i32.const 0)))
    (drop (call $argument (i32.const 1)))
    (drop (call $argument (i32.const 2)))
    (call $caller (i32.const -120))
    (call $keys)
    (call $read (i32.const -101) (i32.const -111) (i32.const 16))
    (call $read (i32.const -102) (i32.const -112) (i32.const 32))
    (i32.store8 (i32.const 32) (i32.add (i32.load8_u (i32.const 32)) (i32.const 1)))
    (i32.store8 (i32.const 98) (i32.add (i32.load8_u (i32.const 98)) (i32.const 1)))
    (call $writeGame)
    (drop (call $setBytes (i32.const -121) (i32.const 0) (i32.const 0)))
    (drop (call $setBytes (i32.const -122) (i32.const 32) (i32.const 75)))
    (call $log (i32.const -121) (i32.const -122)))

  (func (export "joinGame"))

  (func (export "fail")
    (call $signalError (i32.const 200) (i32.const 12)))

  (func (export "getBoard")
    (call $keys)
    (call $read (i32.const -102) (i32.const -112) (i32.const 32))
    (drop (call $setBytes (i32.const -113) (i32.const 98) (i32.const 64)))
    (drop (call $finish (i32.const -113)))))
