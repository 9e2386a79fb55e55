import { tournamentOf } from "../../games/tournamentOf";
import { t } from "../../i18n/i18n";
import { Button, ButtonLink, IconButton, PrimaryButton } from "../../ui/Button";
import { useAmountText } from "../../ui/values/Amount";
import type { Rematch } from "./useRematch";

interface Props {
  /** The game that is over. */
  game: number;
  rematch: Rematch;
  /** A rematch is the player's next step, not one of several actions. */
  isNext?: boolean;
  /** There is room for one word. */
  isNarrow?: boolean;
}

/** Offers a rematch, accepts the opponent's, or takes one's offer back; after a game of a tournament it leads to the tournament. */
export function RematchButton({ game, rematch, isNext, isNarrow }: Props) {
  const { asked, offered, isDeclined, busy, offer, accept, cancel } = rematch;
  const amount = useAmountText(asked?.stake, BigInt(asked?.rounds ?? 1));
  const tournament = tournamentOf(game);
  if (tournament)
    return (
      <ButtonLink isPrimary={!isNarrow} to={{ view: "tournament", id: tournament }}>
        {isNarrow ? t("Tournament") : t("To the tournament")}
      </ButtonLink>
    );
  if (asked) {
    return (
      <span className="even">
        <PrimaryButton
          disabled={busy}
          aria-label={t("Accept the rematch")}
          title={asked.stake && t("For {amount}", { amount })}
          onClick={() => accept(asked)}
        >
          {isNarrow ? t("Accept") : t("Accept the rematch")}
        </PrimaryButton>
        <IconButton
          look="button"
          icon="close"
          title={t("Decline the rematch")}
          disabled={busy}
          onClick={() => cancel(asked.id)}
        />
      </span>
    );
  }
  if (offered !== undefined) {
    return (
      <Button
        aria-pressed="true"
        disabled={busy}
        title={t("Waiting for the opponent: press to take it back")}
        onClick={() => cancel(offered)}
      >
        {t("Rematch offered")}
      </Button>
    );
  }
  return (
    <Button
      look={isNext ? "primary" : "button"}
      disabled={busy}
      title={isDeclined ? t("Press to offer it again") : undefined}
      onClick={offer}
    >
      {isDeclined ? t("Rematch declined") : t("Rematch")}
    </Button>
  );
}
