import type { Route } from "../browser/router";
import { TournamentPage } from "./TournamentPage";
import { TournamentsPage } from "./TournamentsPage";

// one file for all: a tournament's player needs all of them
export { Following } from "./Following";

/** A tournament, or the list of them. */
export const Tournaments = ({ route }: { route: Route }) =>
  route.view === "tournament" ? <TournamentPage id={route.id} /> : <TournamentsPage />;
