// sdk-core and sdk-dapp are also written for Node: they expect its Buffer and process
import { Buffer } from "buffer";

globalThis.Buffer ??= Buffer as unknown as typeof globalThis.Buffer;
globalThis.process ??= {
  env: {},
  browser: true,
  version: "",
  nextTick: queueMicrotask,
} as unknown as typeof globalThis.process;
