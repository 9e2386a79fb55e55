import { useQuery } from "@tanstack/react-query";
import layout from "../board/BesideBoard.module.css";
import { useTitle } from "../browser/notices";
import { href, type Route } from "../browser/router";
import { type EngineContract, outcomeText } from "../chain/engines/engineContract";
import { moveCount } from "../chess/reason";
import { language, t } from "../i18n/i18n";
import { later } from "../ui/extra";
import { usePlayer } from "../wallet/wallet";
import styles from "./EnginePage.module.css";
import { NewEngineGame } from "./NewEngineGame";
import { NoEngine } from "./NoEngine";
import { useEngines } from "./useEngines";

// the board's code, which isn't needed to choose a game
const EngineGamePage = later(() => import("./EngineGamePage"), "EngineGamePage");

const GAMES = 10;

/** Where games against the engines begin; with an id a game on the 6×6 board. */
export function EnginePage({ id }: { id: number | undefined }) {
  const { minichess, enginechess } = useEngines();
  if (id !== undefined && minichess) return <EngineGamePage key={id} id={id} minichess={minichess} />;
  if (id !== undefined || !(minichess ?? enginechess))
    return <NoEngine text={t("There is no engine on this chain.")} />;
  return <EngineLobby />;
}

function EngineLobby() {
  useTitle(t("Play the engine"));
  return (
    <main className={`page ${layout.beside} ${styles.beside}`}>
      <h1>{t("Play the engine")}</h1>
      <NewEngineGame />
      <MyEngineGames />
    </main>
  );
}

/** A game in the list: the route to it, and the text of its columns. */
interface Row {
  route: Route;
  columns: string[];
}

/** A player's newest games on one of the contracts. */
async function rows<Engine extends EngineContract>(
  engine: Engine | undefined,
  player: string | undefined,
  row: (engine: Engine, id: number) => Promise<Row>,
): Promise<Row[]> {
  if (!engine || !player) return [];
  const ids = await engine.ids(player, GAMES);
  return Promise.all(ids.map((id) => row(engine, id)));
}

function MyEngineGames() {
  const { minichess, enginechess } = useEngines();
  const player = usePlayer();
  const { data } = useQuery({
    queryKey: ["engine", "games", player, language()],
    queryFn: async (): Promise<Row[]> => {
      const [chess, six] = await Promise.all([
        rows(enginechess, player, async (engine, id) => {
          const game = await engine.game(id);
          const standing = `${outcomeText(game.outcome, game.side)} · ${moveCount(game.plies)}`;
          const columns = [`#${id}`, t("chess"), t("level {level}", { level: game.level }), standing];
          return { route: { view: "engine8x8", id }, columns };
        }),
        rows(minichess, player, async (engine, id) => {
          const { depth, outcome, plies } = await engine.game(id);
          const standing = `${outcomeText(outcome, "white")} · ${moveCount(plies)}`;
          return { route: { view: "engine", id }, columns: [`#${id}`, "6×6", t("depth {depth}", { depth }), standing] };
        }),
      ]);
      return [...chess, ...six];
    },
    enabled: player !== undefined,
  });
  if (!player || !data) return null;
  return (
    <section className="stack" aria-label={t("My games against the engine")}>
      <h2>{t("Your games")}</h2>
      {data.length === 0 && <p className="muted">{t("None yet.")}</p>}
      <ul className={`rows ${styles.games}`}>
        {data.map(({ route, columns }) => (
          <li key={href(route)}>
            <a href={href(route)}>
              {columns.map((text) => (
                <span key={text}>{text}</span>
              ))}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
