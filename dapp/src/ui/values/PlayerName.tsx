import { fnv1a } from "../../browser/fnv1a";
import { href } from "../../browser/router";
import { shortAddress } from "../../chain/format";
import { NOBODY } from "../../chain/game";
import { useBotName, useHerotag } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import { useOwner } from "./owner";

/** A player's name: the @herotag, or the shortened address. A purse has its wallet's name; a bot has its own, and a mark. */
export function PlayerName({ address: account }: { address: string }) {
  const address = useOwner(account);
  const isSomebody = address !== NOBODY;
  const bot = useBotName(address);
  const herotag = useHerotag(isSomebody && !bot ? address : undefined);
  if (!isSomebody) return <span>{t("nobody yet")}</span>;
  if (bot) {
    return (
      <span title={address}>
        {bot} <small className="chip">{t("bot")}</small>
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

const CELLS = 5;

/** A small symmetrical picture that is computed from an address; a purse has its wallet's. */
export function Identicon({ address: account, size = 32 }: { address: string; size?: number }) {
  const address = useOwner(account);
  const pattern = fnv1a(address);
  const hue = fnv1a(`${address}hue`) % 360;
  const columns = Math.ceil(CELLS / 2);
  const cells = Array.from({ length: columns * CELLS }, (_, cell) => cell).filter((cell) => (pattern >> cell) & 1);
  return (
    <svg className="picture" viewBox="-0.5 -0.5 6 6" width={size} height={size} aria-hidden="true">
      {cells.map((cell) => {
        const [x, y] = [cell % columns, Math.floor(cell / columns)];
        return (
          <g key={cell} fill={`hsl(${hue} 65% 55%)`}>
            <rect x={x} y={y} width="1.03" height="1.03" />
            <rect x={CELLS - 1 - x} y={y} width="1.03" height="1.03" />
          </g>
        );
      })}
    </svg>
  );
}
