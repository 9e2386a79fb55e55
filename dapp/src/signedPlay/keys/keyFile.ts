import { fromHex, toHex } from "../hex";
import type { KeptKey } from "../transcripts";

const SECRET = 32;

/** A key as the file that the command line keeps it in, too. */
export const writeKey = ({ secret, signed }: KeptKey): string =>
  `secret = "${toHex(secret)}"\nsigned = "${toHex(signed)}"\n`;

/** None where the text is no such file. */
export function readKey(text: string): KeptKey | undefined {
  const field = (name: string) => fromHex(new RegExp(`^\\s*${name}\\s*=\\s*"([^"]*)"`, "m").exec(text)?.[1] ?? "-");
  const [secret, signed] = [field("secret"), field("signed")];
  return secret?.length === SECRET && signed ? { secret, signed } : undefined;
}
