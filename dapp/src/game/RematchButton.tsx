import { type Color, type Game, otherColor } from "../chain/game";
import { ChallengeButton } from "../challenge/ChallengeButton";
import type { ChallengeTerms } from "../challenge/terms";

interface Props extends Pick<ChallengeTerms, "stake" | "clock"> {
  game: Game;
  you: Color;
}

/** The same game again, with sides changed. */
export function RematchButton({ game, you, stake, clock }: Props) {
  const other = otherColor(you);
  return <ChallengeButton label="Rematch" initial={{ opponent: game[other], side: other, stake, clock }} />;
}
