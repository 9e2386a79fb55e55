/** A folder of the page's source, which `floors.test.ts` checks. */
interface Floor {
  folder: string;
  /** The files that other folders may import; without it all of them. */
  door?: readonly string[];
  /** Its files don't use React. */
  isPlain?: true;
}

/**
 * The folders from the bottom up. A file imports from its own folder and from earlier ones in this list, never from a later
 * one, and imports form no circle. README.md describes the folders.
 */
export const FLOORS: readonly Floor[] = [
  { folder: "i18n" },
  { folder: "browser" },
  { folder: "ui" },
  { folder: "chain/network", isPlain: true },
  { folder: "chain" },
  { folder: "chain/engines", isPlain: true },
  { folder: "chess", isPlain: true },
  { folder: "board/ground" },
  { folder: "board" },
  { folder: "signedPlay", isPlain: true },
  { folder: "signedPlay/keys", isPlain: true },
  {
    folder: "signedPlay/relay",
    isPlain: true,
    door: ["RelayRoom", "relayTransport", "RelayRounds", "provenGame", "Abort"],
  },
  { folder: "signedPlay/test", isPlain: true },
  { folder: "ui/values" },
  { folder: "ratings" },
  { folder: "wallet", door: ["wallet", "ConnectDialog", "ReadyPlayers"] },
  { folder: "transactions" },
  { folder: "purse/secret", isPlain: true },
  { folder: "purse", door: ["PurseCard", "StakeQuestions", "kept"] },
  { folder: "notices", door: ["NoticeButton"] },
  { folder: "challenge" },
  { folder: "games" },
  { folder: "table/clock" },
  { folder: "table" },
  { folder: "practice", door: ["PracticePage"] },
  { folder: "lobby/feed" },
  { folder: "game/line" },
  { folder: "game/duties" },
  { folder: "game/signed" },
  { folder: "game/info", door: ["GameInfo"] },
  { folder: "game/status", door: ["AbortButton", "GameStatus", "MatchButtons"] },
  { folder: "game/rematch", door: ["RematchButton", "RematchNews", "useRematch"] },
  { folder: "game", door: ["loadGamePage"] },
  { folder: "embed", door: ["EmbeddedGame"] },
  { folder: "analysis/stockfish" },
  { folder: "analysis/explorer", door: ["OpeningExplorer"] },
  { folder: "analysis/evidence", door: ["Evidence"] },
  {
    folder: "analysis",
    door: ["AnalysisPage", "AccuracyReport", "AnalysisBoard", "EnginePanel", "pgn", "useAnalysis", "VariationLine"],
  },
  { folder: "analysis/free", door: ["FreeAnalysisPage"] },
  { folder: "engine/sixBySix" },
  { folder: "engine", door: ["EnginePage", "ChessEngineGamePage"] },
  { folder: "lobby/pairing", door: ["QuickPairing", "usePairing", "JoinQueue"] },
  { folder: "lobby", door: ["LobbyPage", "hero"] },
  { folder: "tournaments", door: ["views"] },
  { folder: "profile", door: ["ProfilePage", "LeaderboardPage"] },
  { folder: "account", door: ["WalletPage"] },
  { folder: "app", door: ["App", "Alone"] },
  { folder: "." },
];

/** The most files in a folder of source code, here and in `e2e`. */
export const MOST_FILES = 20;
