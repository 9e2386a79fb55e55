/** Whether this is the build for the local chain, which has a developer wallet. */
declare const __LOCAL_CHAIN__: boolean;

/** The requests that index.html sent while the code was loading; each is taken once. */
declare var firstAnswers: { settings?: Promise<Response>; config?: Promise<Response> } | undefined;

declare module "virtual:abi/*" {
  const abi: { name: string; endpoints: unknown[]; types: Record<string, unknown> };
  export default abi;
}

declare module "virtual:rules" {
  /** The judge of moves and the player, WebAssembly. */
  const wasm: Uint8Array<ArrayBuffer>;
  export default wasm;
}

declare module "virtual:engine" {
  /** The engine of practice games, WebAssembly. */
  const wasm: Uint8Array<ArrayBuffer>;
  export default wasm;
}
