import { useChain } from "../chain/ChainContext";
import { type Game, isOver } from "../chain/game";
import { useRelayPath } from "../chain/relayUrl";
import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";

/** The whole game as a picture that moves, which a relay draws once it is over on the chain. */
export function GifLink({ game }: { game: Game }) {
  const { settings } = useChain();
  const url = useRelayPath(`share/${settings.contract}/${game.id}.gif`);
  if (!url || !isOver(game) || game.plies === 0) return null;
  return (
    <a className={controls.button} href={url} target="_blank" rel="noreferrer">
      {t("The game as a GIF")}
    </a>
  );
}
