import type { Bytes } from "./message";

export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** None where the text isn't whole bytes of hex. */
export function fromHex(text: string): Bytes | undefined {
  if (!/^([0-9a-f]{2})*$/i.test(text)) return undefined;
  return Uint8Array.from(text.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
}
