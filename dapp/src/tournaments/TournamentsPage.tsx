import { useState } from "react";
import { useTitle } from "../browser/notices";
import { href } from "../browser/router";
import { useNow } from "../browser/useNow";
import { formatTimeControl } from "../chain/format";
import { t } from "../i18n/i18n";
import { Pager } from "../ui/Pager";
import { QueryView } from "../ui/QueryView";
import { Amount } from "../ui/values/Amount";
import type { Tournament } from "./contract";
import styles from "./Tournaments.module.css";
import { formatText, phaseText } from "./texts";
import { usePage } from "./useTournament";

/** A page of the tournaments: those that can be entered, running ones, and finished ones. */
export function TournamentsPage() {
  const [page, setPage] = useState(0);
  const query = usePage(page);
  useTitle(t("Tournaments"));
  return (
    <QueryView what={t("the tournaments")} query={query}>
      {(all) => (
        <main className="page" data-testid="tournaments">
          <h1>{t("Tournaments")}</h1>
          <p className="muted">
            {t(
              "The contract pairs the players, reads the results from the games, and pays the prizes. Nobody decides anything.",
            )}
          </p>
          {all.length === 0 && <p>{t("None yet.")}</p>}
          <List title={t("Open")} tournaments={all.filter(({ phase }) => phase === "Entering")} />
          <List title={t("Running")} tournaments={all.filter(({ phase }) => phase === "Running")} />
          <List title={t("Over")} tournaments={all.filter(({ phase }) => phase === "Ended" || phase === "Cancelled")} />
          <Pager
            newer={page > 0 ? () => setPage(page - 1) : undefined}
            older={!query.isPlaceholderData && (all.at(-1)?.id ?? 1) > 1 ? () => setPage(page + 1) : undefined}
          />
        </main>
      )}
    </QueryView>
  );
}

function List({ title, tournaments }: { title: string; tournaments: readonly Tournament[] }) {
  const now = useNow(tournaments.length > 0);
  if (tournaments.length === 0) return null;
  return (
    <section className="stack" aria-label={title}>
      <h2>{title}</h2>
      <ul className={`rows ${styles.list}`}>
        {tournaments.map((tournament) => (
          <li key={tournament.id}>
            <a href={href({ view: "tournament", id: tournament.id })}>
              <span>
                <b>{t("Tournament {id}", { id: tournament.id })}</b> {formatText(tournament)} ·{" "}
                {formatTimeControl(tournament.terms.clock)}
              </span>
              <span className="muted">
                {t("{count} of {most} players", { count: tournament.entrants, most: tournament.terms.players })} ·{" "}
                {t("fee")} <Fee tournament={tournament} /> · {t("pot")} <Amount payment={tournament.pot} most={4} />
              </span>
              <b>{phaseText(tournament, now)}</b>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** The entry fee, or "none". */
const Fee = ({ tournament: { terms } }: { tournament: Tournament }) =>
  terms.fee.amount > 0n ? <Amount payment={terms.fee} most={4} /> : t("none");
