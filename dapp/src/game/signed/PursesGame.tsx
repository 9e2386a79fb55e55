import { Address } from "@multiversx/sdk-core/out/core/address";
import { useQuery } from "@tanstack/react-query";
import { useChain } from "../../chain/ChainContext";
import type { Game } from "../../chain/game";
import { t } from "../../i18n/i18n";
import { ButtonLink } from "../../ui/Button";
import { useOwner } from "../../ui/values/owner";

/** A wallet that plays with its purse sends few other transactions than those that fill the purse. */
const NEWEST = 50;

/** Leads a connected wallet to a player's purse that has its name or was filled by it, and isn't open here. */
export function PursesGame({ game, wallet }: { game: Pick<Game, "white" | "black">; wallet: string }) {
  const { settings } = useChain();
  const { white, black } = game;
  const isNamed = [useOwner(white), useOwner(black)].includes(wallet);
  const { data: isFilled } = useQuery({
    queryKey: ["fills", wallet, white, black],
    queryFn: () => hasFilled(settings.api, wallet, [white, black]),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return isNamed || isFilled ? (
    <ButtonLink to={{ view: "wallet" }} isPrimary>
      {t("Your purse plays here: open it")}
    </ButtonLink>
  ) : null;
}

/** Whether a wallet has sent EGLD or tokens to one of these accounts, according to the network's API. */
async function hasFilled(api: string, wallet: string, accounts: readonly string[]): Promise<boolean> {
  const query = { sender: wallet, status: "success", size: String(NEWEST), fields: "receiver,data" };
  const answer = await fetch(`${api}/transactions?${new URLSearchParams(query)}`);
  if (!answer.ok) return false;
  const sent = (await answer.json()) as { receiver: string; data?: string | null }[];
  const keys = accounts.map((account) => Address.newFromBech32(account).toHex());
  // a transfer of tokens names its receiver in the data
  return sent.some(
    ({ receiver, data }) => accounts.includes(receiver) || keys.some((key) => atob(data ?? "").includes(`@${key}@`)),
  );
}
