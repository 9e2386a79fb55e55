// one file for all: a tournament's player needs all of them
export { Following } from "./Following";
export { TournamentPage } from "./TournamentPage";
export { TournamentsPage } from "./TournamentsPage";
