import type { PurseLink } from "../../signedPlay/purseLink";

/** The time in which queries are gathered into one: a view shows many names at the same time. */
const GATHERED_MS = 20;
/** The relay's limit for one question. */
const MOST = 50;

let batch: { url: string; addresses: Set<string>; answer: Promise<PurseLink[]> } | undefined;

/**
 * The links in which an account is the purse or the wallet, with both signatures valid.
 * @param url where a relay lists the contract's purses
 */
export async function linksOf(url: string, address: string): Promise<PurseLink[]> {
  if (batch?.url !== url || batch.addresses.size === MOST) {
    const addresses = new Set<string>();
    const answer = new Promise((resolve) => setTimeout(resolve, GATHERED_MS)).then(() => {
      if (batch?.addresses === addresses) batch = undefined;
      return ask(`${url}/${[...addresses].join()}`);
    });
    batch = { url, addresses, answer };
  }
  batch.addresses.add(address);
  return (await batch.answer).filter(({ purse, wallet }) => purse === address || wallet === address);
}

async function ask(url: string): Promise<PurseLink[]> {
  const answer = await fetch(url);
  if (!answer.ok) return [];
  const links: PurseLink[] = await answer.json();
  if (links.length === 0) return [];
  const { isSignedByBoth } = await import("../../signedPlay/purseLink");
  const contract = url.split("/").at(-2);
  return links.filter((link) => link.contract === contract && isSignedByBoth(link));
}

/** The wallet of each of these accounts that is a purse with a name. */
export async function ownersOf(url: string, addresses: readonly string[]): Promise<Map<string, string>> {
  const links = await Promise.all(addresses.map((address) => linksOf(url, address)));
  return new Map(links.flat().map(({ purse, wallet }) => [purse, wallet]));
}
