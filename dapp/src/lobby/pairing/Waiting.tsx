import { formatTimeControl } from "../../chain/format";
import type { Challenge } from "../../chain/game";
import { useIsBot } from "../../chain/queries";
import { t } from "../../i18n/i18n";
import { Say } from "../../i18n/Say";
import { Button } from "../../ui/Button";
import { Amount, FiatValue } from "../../ui/values/Amount";
import { PlayerName } from "../../ui/values/PlayerName";
import { useWallet } from "../../wallet/wallet";
import { fitting, matchText } from "./pairing";
import styles from "./QuickPairing.module.css";
import type { Pairing } from "./usePairing";

interface Props {
  /** The player's own waiting challenge. */
  waiting: Challenge;
  known: readonly Challenge[];
  player: string | undefined;
  disabled: boolean;
  onPlay: () => void;
}

/** The game that the player is waiting for, and what happens then. */
export function Waiting({ waiting: { clock, stake }, isSecond }: Pick<Pairing, "isSecond"> & { waiting: Challenge }) {
  const isPurse = useWallet().wallet?.home !== undefined;
  return (
    <>
      <Say
        text="Waiting for an opponent: {time}, {stake}."
        values={{ time: formatTimeControl(clock), stake: stake ? <Amount payment={stake} /> : t("no stake") }}
      />{" "}
      {stake && <FiatValue payment={stake} />}{" "}
      {isSecond && !isPurse
        ? t("Someone else waits for the same game: take yours back and press again.")
        : t("The game opens automatically. Press again to take it back.")}
    </>
  );
}

/** Offers a waiting player a game against a bot, if a bot's open challenge has these terms. */
export function BotOffer({ waiting, known, player, disabled, onPlay }: Props) {
  const isBot = useIsBot();
  const bot = fitting(known, waiting, player, isBot).find(({ challenger }) => isBot(challenger));
  if (!bot) return null;
  return (
    <p className={`row ${styles.offer}`}>
      <span>
        <Say text="{player} would play now." values={{ player: <PlayerName address={bot.challenger} /> }} />
      </span>
      <Button disabled={disabled} title={matchText(bot)} onClick={onPlay}>
        {t("Play the bot")}
      </Button>
    </p>
  );
}
