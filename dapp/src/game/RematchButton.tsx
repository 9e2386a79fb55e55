import { href } from "../browser/router";
import { type Color, type Game, otherColor } from "../chain/game";
import { useChallengeBy } from "../chain/queries";
import { ChallengeButton } from "../challenge/ChallengeButton";
import type { ChallengeTerms } from "../challenge/terms";
import controls from "../ui/controls.module.css";

interface Props extends Pick<ChallengeTerms, "stake" | "clock"> {
  game: Game;
  you: Color;
}

/** The same game again, with sides changed; where the opponent has asked for it, the way to their challenge. */
export function RematchButton({ game, you, stake, clock }: Props) {
  const other = otherColor(you);
  const asked = useChallengeBy(game[other], game[you], game.id);
  if (asked) {
    return (
      <a className={controls.primary} href={href({ view: "game", id: asked.id })}>
        Accept the rematch
      </a>
    );
  }
  return <ChallengeButton label="Rematch" initial={{ opponent: game[other], side: other, stake, clock }} />;
}
