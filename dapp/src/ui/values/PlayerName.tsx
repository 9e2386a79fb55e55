import { href } from "../../browser/router";
import { shortAddress } from "../../chain/format";
import { NOBODY } from "../../chain/game";
import { useBotName, useHerotag } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import controls from "../controls.module.css";
import { useOwner } from "./owner";

/** A player as people call them: @herotag, or the ends of the address; a purse as its wallet, a program by its name, and as one. */
export function PlayerName({ address: account }: { address: string }) {
  const address = useOwner(account);
  const isSomebody = address !== NOBODY;
  const bot = useBotName(address);
  const herotag = useHerotag(isSomebody && !bot ? address : undefined);
  if (!isSomebody) return <span>{t("nobody yet")}</span>;
  if (bot) {
    return (
      <span title={address}>
        {bot} <small className={controls.chip}>{t("bot")}</small>
      </span>
    );
  }
  return (
    <span title={address} dir="ltr">
      {herotag ? `@${herotag}` : shortAddress(address)}
    </span>
  );
}

/** The name as a link to the player's games and ratings. */
export const PlayerLink = ({ address }: { address: string }) => (
  <a href={href({ view: "player", address })}>
    <PlayerName address={address} />
  </a>
);
