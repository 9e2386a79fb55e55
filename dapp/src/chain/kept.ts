import { localStore, tryToKeep } from "../browser/storage";

const write = (_: string, value: unknown) => {
  if (typeof value === "bigint") return { bigint: String(value) };
  return value instanceof Uint8Array ? { bytes: [...value] } : value;
};

const read = (_: string, value: { bigint?: string; bytes?: number[] } | null) => {
  if (value?.bigint) return BigInt(value.bigint);
  return value?.bytes ? Uint8Array.from(value.bytes) : value;
};

/** Stores an answer of the chain, so that the next visit can begin before its gateway answers. */
export const keep = (name: string, answer: unknown): void => tryToKeep(name, JSON.stringify(answer, write));

/** The stored answer; none before the first visit. */
export function kept<T>(name: string): T | undefined {
  const text = localStore.getItem(name);
  return text ? JSON.parse(text, read) : undefined;
}

export const forget = (name: string): void => localStore.removeItem(name);
