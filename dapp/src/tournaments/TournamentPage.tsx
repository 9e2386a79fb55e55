import { type ReactNode, useEffect } from "react";
import { useIconDot, useTitle } from "../browser/notices";
import { navigate } from "../browser/router";
import { formatDuration, formatTimeControl } from "../chain/format";
import { t } from "../i18n/i18n";
import { ButtonLink } from "../ui/Button";
import { Facts } from "../ui/Facts";
import { QueryView, StaleNotice } from "../ui/QueryView";
import { Amount } from "../ui/values/Amount";
import { Boards } from "./Boards";
import { Crosstable } from "./Crosstable";
import type { Standings } from "./contract";
import { AsEntrant, hasShown } from "./Following";
import styles from "./Tournaments.module.css";
import { formatText, phaseText } from "./texts";
import { useOwnTournament } from "./useOwnTournament";
import { useStandings } from "./useTournament";
import { Prizes, YourPart } from "./YourPart";

/** A tournament: the players, the standings, the live boards, and the player's duty. */
export function TournamentPage({ id }: { id: number }) {
  const query = useStandings(id);
  useTitle(t("Tournament {id}", { id }));
  const toAll = (
    <p>
      <ButtonLink to={{ view: "tournaments" }}>{t("All tournaments")}</ButtonLink>
    </p>
  );
  return (
    <QueryView what={t("tournament {id}", { id })} query={query} wayBack={toAll}>
      {(standings) => (
        <main
          className={`page ${styles.page}`}
          data-testid="tournament"
          data-phase={standings.tournament.phase}
          data-round={standings.tournament.round}
        >
          <StaleNotice {...query} />
          <AsEntrant standings={standings}>
            <Shown standings={standings} />
          </AsEntrant>
          {toAll}
        </main>
      )}
    </QueryView>
  );
}

function Shown({ standings }: { standings: Standings }) {
  const { tournament } = standings;
  const { player, isEntrant, round, claim } = useOwnTournament(standings);
  const { boards, games, now, duty } = round;
  const begun = duty?.isBegun ? duty.game : undefined;
  // to the player's game that has begun, unless the page has shown it before
  useEffect(() => {
    if (begun && !hasShown(begun)) navigate({ view: "game", id: begun });
  }, [begun]);
  useIconDot(duty !== undefined);
  return (
    <>
      <div className={`row ${styles.head}`}>
        <h1>{t("Tournament {id}", { id: tournament.id })}</h1>
        <b data-testid="phase">{phaseText(tournament, now)}</b>
      </div>
      <YourPart {...{ standings, round, claim, isEntrant }} />
      {boards.length > 0 && (
        <section className="stack" aria-label={t("Boards")}>
          <h2>{t("Round {round}", { round: tournament.round })}</h2>
          <Boards entrants={standings.entrants} you={player} {...{ boards, games }} />
        </section>
      )}
      <section className="stack" aria-label={t("Players")}>
        <h2>
          {t("Players")}{" "}
          <span className="chip">
            {t("{count} of {most}", { count: tournament.entrants, most: tournament.terms.players })}
          </span>
        </h2>
        {standings.entrants.length === 0 ? (
          <p className="muted">{t("None yet.")}</p>
        ) : (
          <Crosstable you={player} {...{ standings, boards }} />
        )}
      </section>
      <section className="stack" aria-label={t("Prizes")}>
        <h2>{t("Prizes")}</h2>
        <Prizes standings={standings} />
      </section>
      <About standings={standings} />
    </>
  );
}

/** The terms. */
function About({ standings: { tournament } }: { standings: Standings }) {
  const { terms, pot } = tournament;
  const facts: [string, ReactNode][] = [
    [t("Pairing"), formatText(tournament)],
    [t("Time"), formatTimeControl(terms.clock)],
    [t("Time for a round"), formatDuration(terms.window)],
    [t("Entry fee"), terms.fee.amount > 0n ? <Amount key="fee" payment={terms.fee} /> : t("none")],
    [t("Pot"), <Amount key="pot" payment={pot} />],
    [t("Programs"), terms.engines ? t("allowed") : t("not allowed")],
  ];
  return <Facts className={`card ${styles.terms}`} facts={facts} />;
}
