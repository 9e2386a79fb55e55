import type { Route } from "../browser/router";
import { TournamentPage } from "./TournamentPage";
import { TournamentsPage } from "./TournamentsPage";

// one file for all: who plays a tournament needs all
export { Following } from "./Following";

/** A tournament, or the list of them. */
export const Tournaments = ({ route }: { route: Route }) =>
  route.view === "tournament" ? <TournamentPage id={route.id} /> : <TournamentsPage />;
