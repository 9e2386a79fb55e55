import { isAddress } from "../browser/router";
import { isLaunchLimit, type LaunchLimit } from "./launchLimit";

/** Where the page plays: `settings.json`, read beside index.html at every start. */
export interface Settings {
  network: Network;
  chainId: string;
  /** The gateway's address, without a slash at the end. */
  gateway: string;
  /** The API's address, which the wallets ask; on the local chain the gateway's. */
  api: string;
  /** The game contract and the contract of its views. */
  contract: string;
  views: string;
  /** The 6×6 game against the engine, if there is one. */
  minichess?: string;
  /** The contract of its views, where they have one of their own. */
  minichessViews?: string;
  /** Chess against the engine, if there is one. */
  enginechess?: string;
  /** The contract of its views, where they have one of their own. */
  enginechessViews?: string;
  /** The contract of tournaments, if there is one. */
  tournaments?: string;
  /** The relay of signed moves, a WebSocket's address; without it games by signature go by transcripts. */
  relay?: string;
  /** Where a relay has pages for shared links, which show a picture of the game: `https://relay.example/share`. */
  share?: string;
  /** xPortal is offered with a WalletConnect project id only. */
  walletConnectProjectId?: string;
  /** The relay that xPortal and the page meet at, a WebSocket's address; without it WalletConnect's own. */
  walletConnectRelay?: string;
  /** Ready players, on the local chain only. */
  developerWallets?: DeveloperWallet[];
  /** Players that are programs. */
  bots?: BotName[];
  /** The contracts' versions and code hashes, as `chess manifest` prints them. */
  contracts?: DeployedCode[];
  launchLimit?: LaunchLimit;
}

/** Which code a contract has. */
interface DeployedCode {
  address: string;
  version: string;
  /** Blake2b of 256 bits, in hex. */
  codeHash: string;
}

/** A player that is a program, and what it is called. */
export interface BotName {
  address: string;
  name: string;
}

export interface DeveloperWallet {
  name: string;
  /** Where it is given, the page calls the player by the name. */
  address?: string;
  /** 64 hex digits. */
  secretKey: string;
}

type Network = "local" | "devnet" | "testnet" | "mainnet";

/** Where each network's web wallet and explorer are; the local chain has neither. */
export const SITES: Record<Network, { wallet: string; explorer: string }> = {
  local: { wallet: "", explorer: "" },
  devnet: { wallet: "https://devnet-wallet.multiversx.com", explorer: "https://devnet-explorer.multiversx.com" },
  testnet: { wallet: "https://testnet-wallet.multiversx.com", explorer: "https://testnet-explorer.multiversx.com" },
  mainnet: { wallet: "https://wallet.multiversx.com", explorer: "https://explorer.multiversx.com" },
};

/** The link to share for a game, if it isn't the page's own address. */
export const shareLink = ({ share, contract }: Settings, game: number): string | undefined =>
  share && `${share}/${contract}/${game}`;

/** Whether a text can be a relay's address. */
export const isRelayUrl = (text: string): boolean => /^wss?:\/\/[^\s/]+\S*$/.test(text);

/** Thrown with a sentence for whoever set the page up. */
export class SettingsError extends Error {}

function isDeveloperWallet(value: unknown): value is DeveloperWallet {
  const { name, secretKey } = (value ?? {}) as Partial<DeveloperWallet>;
  return typeof name === "string" && /^[0-9a-f]{64}$/.test(String(secretKey));
}

const isListOf =
  <Item>(isOne: (item: Item) => boolean) =>
  (value: unknown): boolean =>
    Array.isArray(value) && value.every(isOne);

/** Whether a value is a list of bots as settings and relays give it. */
export const areBots = (value: unknown): value is BotName[] =>
  isListOf((bot: Partial<BotName> | null) => isAddress(bot?.address) && typeof bot?.name === "string")(value);

const isDeployedCode = (value: Partial<DeployedCode> | null): boolean =>
  isAddress(value?.address) && typeof value?.version === "string" && /^[0-9a-f]{64}$/.test(String(value.codeHash));

/** The condition that a setting must meet, and the problem if it doesn't. */
type Demand = readonly [isGood: (value: unknown) => boolean, problem: string];

const ADDRESS: Demand = [isAddress, "is not an address"];
const WEB: Demand = [
  (value) => /^https?:\/\/.*[^/]$/.test(String(value)),
  "is not an address like https://gateway.multiversx.com",
];
const RELAY: Demand = [(value) => isRelayUrl(String(value)), "is not an address like wss://relay.example/play"];
const ANY: Demand = [() => true, ""];

const REQUIRED = ["network", "chainId", "gateway", "api", "contract", "views"] as const;
const DEMANDS: Record<keyof Settings, Demand> = {
  network: [(value) => Object.hasOwn(SITES, String(value)), `is one of ${Object.keys(SITES).join(", ")}`],
  chainId: ANY,
  gateway: WEB,
  api: WEB,
  contract: ADDRESS,
  views: ADDRESS,
  minichess: ADDRESS,
  minichessViews: ADDRESS,
  enginechess: ADDRESS,
  enginechessViews: ADDRESS,
  tournaments: ADDRESS,
  relay: RELAY,
  share: WEB,
  walletConnectProjectId: ANY,
  walletConnectRelay: RELAY,
  developerWallets: [isListOf(isDeveloperWallet), "is a list of names and secret keys of 64 hex digits"],
  bots: [areBots, "is a list of addresses and names"],
  contracts: [isListOf(isDeployedCode), "is a list of addresses, versions and code hashes"],
  launchLimit: [isLaunchLimit, 'has "stake" in EGLD, "0.1", and "until", "2027-03-01T00:00:00Z"'],
};

/** @throws SettingsError naming what is missing or wrong. */
export function parseSettings(json: unknown): Settings {
  if (typeof json !== "object" || json === null || Array.isArray(json)) {
    throw new SettingsError("settings.json must be one JSON object");
  }
  const given = json as Record<string, unknown>;
  for (const key of Object.keys(given)) {
    if (!Object.hasOwn(DEMANDS, key)) throw new SettingsError(`settings.json: unknown key "${key}"`);
  }
  for (const key of REQUIRED) {
    if (typeof given[key] !== "string" || given[key] === "")
      throw new SettingsError(`settings.json: "${key}" is missing`);
  }
  for (const [key, [isGood, problem]] of Object.entries(DEMANDS)) {
    if (given[key] !== undefined && !isGood(given[key])) throw new SettingsError(`settings.json: "${key}" ${problem}`);
  }
  return given as unknown as Settings;
}

/** @throws SettingsError if the file can't be had or says nonsense. */
export async function loadSettings(): Promise<Settings> {
  const early = globalThis.firstAnswers?.settings;
  delete globalThis.firstAnswers?.settings;
  const answer = await (early ?? fetch("./settings.json", { cache: "no-store" }));
  if (!answer.ok) throw new SettingsError("settings.json is missing beside index.html");
  const json: unknown = await answer.json().catch(() => {
    throw new SettingsError("settings.json is not JSON");
  });
  return parseSettings(json);
}
