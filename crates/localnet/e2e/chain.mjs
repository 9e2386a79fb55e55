// The local chain as its own process, for one test file, and what it runs.
import { fileURLToPath } from "node:url";
import { startLocalnet } from "../../../dapp/e2e/localnet.mjs";

const REPO = fileURLToPath(new URL("../../../", import.meta.url));

/** A file that `make build` makes. */
export const output = (name) => `${REPO}output/${name}`;

/** The chain on a free port, with blocks after each `blockTime` milliseconds. */
export const startChain = (blockTime) =>
  startLocalnet({ program: process.env.LOCALNET ?? `${REPO}target/debug/localnet`, blockTime });
