import { sessionStore, tryToKeep } from "../browser/storage";

const nameOf = (game: number): string => `chess.tournament.${game}`;

/** The tournament of a player's game that this tab has seen begin. */
export const tournamentOf = (game: number): number | undefined =>
  Number(sessionStore.getItem(nameOf(game))) || undefined;

export const keepTournamentOf = (game: number, tournament: number): void =>
  tryToKeep(nameOf(game), String(tournament), sessionStore);
