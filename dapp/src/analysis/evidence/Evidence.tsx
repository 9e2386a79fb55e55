import { colorName } from "../../board/pieceNames";
import { type Color, type Game, otherColor } from "../../chain/game";
import { BlockButton } from "../../challenge/BlockButton";
import { msg, t } from "../../i18n/i18n";
import { COLORS } from "../../signedPlay/message";
import { TableHead } from "../../ui/TableHead";
import { useAccounts } from "../../ui/values/owner";
import styles from "./Evidence.module.css";
import { moveTimes, plyDurations } from "./moveTimes";

interface Props {
  game: Game;
  you: Color | undefined;
  /** When each ply was made, in milliseconds. */
  times: readonly (number | undefined)[];
}

/** The time for each move of a game and, for its players, advice if they suspect a program. */
export function Evidence({ game, you, times }: Props) {
  const durations = plyDurations(times);
  return (
    <>
      {durations.some((time) => time !== undefined) && <Times durations={durations} />}
      {you && !game.engines && <Doubt game={game} opponent={game[otherColor(you)]} />}
    </>
  );
}

const seconds = (millis: number): string => (millis / 1_000).toFixed(1);

const ROWS = [
  ["average", msg("Average")],
  ["shortest", msg("Shortest")],
  ["longest", msg("Longest")],
] as const;

function Times({ durations }: { durations: readonly (number | undefined)[] }) {
  const found = { white: moveTimes(durations, "white"), black: moveTimes(durations, "black") };
  const longest = Math.max(1, ...durations.map((time) => time ?? 0));
  return (
    <section aria-label={t("Time for each move")} data-testid="times">
      <b>{t("Time for each move")}</b>
      <div className={styles.bars} aria-hidden="true" dir="ltr">
        {durations.map((time, index) => (
          <span
            // biome-ignore lint/suspicious/noArrayIndexKey: a ply's number is what it is
            key={index}
            data-color={index % 2 === 0 ? "white" : "black"}
            style={{ height: `${(100 * (time ?? 0)) / longest}%` }}
          />
        ))}
      </div>
      <table className="table">
        <TableHead names={[t("Seconds"), ...COLORS.map(colorName)]} />
        <tbody>
          {ROWS.map(([name, text]) => (
            <tr key={name}>
              <th scope="row">{t(text)}</th>
              {COLORS.map((color) => (
                <td key={color}>{found[color] ? seconds(found[color][name]) : "–"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Doubt({ game, opponent }: { game: Game; opponent: string }) {
  const accounts = useAccounts(opponent).flatMap((account) => account ?? []);
  return (
    <details data-testid="doubt">
      <summary>{t("I think a program was used")}</summary>
      <div className="stack">
        <p>
          {t(
            "Turn the engine on: accuracy, average loss and first choices of both sides are the evidence, beside the time for each move. Strong players come close to a program in a short game, so look at several. Nobody can tell for sure, nobody judges here, and no money moves.",
          )}
        </p>
        <p>
          {t("The same with any program, for all games of a player:")} <code>chess fair-play --games {game.id}</code>
        </p>
        <p>
          {t("You can block them. The list is stored in this browser, and shown under Players:")}{" "}
          <BlockButton accounts={accounts} />
        </p>
      </div>
    </details>
  );
}
