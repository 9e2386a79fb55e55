import { useState } from "react";
import { href } from "../browser/router";
import type { ListPage } from "../chain/chess";
import { formatTimeControl } from "../chain/format";
import type { Challenge, Side } from "../chain/game";
import { type Message, msg, t } from "../i18n/i18n";
import { Say } from "../i18n/Say";
import { RatingMark } from "../ratings/RatingMark";
import type { Rating } from "../ratings/rating";
import { SelectField } from "../ui/Field";
import { Pager } from "../ui/Pager";
import { useAppearing } from "../ui/QueryView";
import { Amount, FiatValue } from "../ui/values/Amount";
import { PlayerName } from "../ui/values/PlayerName";
import type { FeedGame, LobbyFeed } from "./feed/LobbyFeed";
import { feedChallenges } from "./feed/useLobbyFeed";
import { EVERYTHING, type Filter, filterOf } from "./filter";
import lobby from "./LobbyPage.module.css";
import styles from "./OpenChallenges.module.css";
import { useOpenChallenges } from "./useOpenChallenges";

const PAGE = 8;

/** The second player's side, by the challenger's. */
const YOUR_SIDE: Record<Side, Message> = {
  white: msg("you'd be Black"),
  black: msg("you'd be White"),
  drawn: msg("sides by lot"),
};

/** The challenges that wait for a second player, a page at a time. */
export function OpenChallenges({ player, feed }: { player: string | undefined; feed: LobbyFeed | undefined }) {
  const [pages, setPages] = useState([0]);
  const before = pages.at(-1) ?? 0;
  const [filter, setFilter] = useState(EVERYTHING);
  const choose = (next: Filter) => {
    setFilter(next);
    setPages([0]);
  };
  const { data: asked } = useOpenChallenges(player, before, PAGE, !feed, filterOf(filter));
  const known = feed ? pageOf(feedChallenges(feed, player).filter(filterOf(filter).takes), before) : asked;
  const data = useAppearing(known);
  const isAll = filter.time === "any" && filter.stake === "any" && filter.engines === "any";
  return (
    <section className={`stack ${lobby.list}`} aria-label={t("Open challenges")}>
      <div className={`row ${styles.head}`}>
        <h2>{t("Open challenges")}</h2>
        {feed?.online !== undefined && (
          <span className="muted" data-testid="online">
            {t("{count} online", { count: feed.online })}
          </span>
        )}
        <FilterFields filter={filter} onChange={choose} />
      </div>
      {data?.items.length === 0 && (
        <p className="muted">
          {isAll ? t("None now. Open one, and another player can accept it.") : t("None of this kind now.")}
        </p>
      )}
      <ul className={`rows ${styles.challenges}`}>
        {data?.items.map((challenge) => (
          <OpenChallenge
            key={challenge.id}
            challenge={challenge}
            player={player}
            rating={ratingOf(feed?.games.get(challenge.id))}
          />
        ))}
      </ul>
      <Pager
        newer={pages.length > 1 ? () => setPages(pages.slice(0, -1)) : undefined}
        older={data?.next ? () => setPages([...pages, data.next]) : undefined}
      />
    </section>
  );
}

/** The page of challenges before the one with this number, 0 for the newest. */
function pageOf(challenges: Challenge[], before: number): ListPage<Challenge> {
  const rest = challenges.filter(({ id }) => before === 0 || id < before);
  const items = rest.slice(0, PAGE);
  return { next: rest.length > PAGE ? (items.at(-1)?.id ?? 0) : 0, items };
}

/** The challenger's: nobody else is in the game yet. */
const ratingOf = (game: FeedGame | undefined): Rating | undefined =>
  game?.challenge && game.ratings[game.white === game.challenge.challenger ? "white" : "black"];

interface RowProps {
  challenge: Challenge;
  player: string | undefined;
  rating: Rating | undefined;
}

function OpenChallenge({ challenge, player, rating }: RowProps) {
  const { id, challenger, opponent, side, stake, clock, rounds, engines } = challenge;
  const isOwn = challenger === player;
  const isForYou = opponent !== undefined && opponent === player;
  return (
    <li>
      <a href={href({ view: "game", id })} className={isForYou ? styles.forYou : undefined}>
        <span className={styles.stake}>
          <b>{stake ? <Amount payment={stake} /> : t("No stake")}</b> {stake && <FiatValue payment={stake} />}
        </span>
        <span>
          {formatTimeControl(clock)}
          {rounds > 1 && ` · ${t("{count, plural, one {# game} other {# games}}", { count: rounds })}`}
          {engines && ` · ${t("programs allowed")}`}
        </span>
        <span>
          {isOwn ? (
            t("yours")
          ) : isForYou ? (
            <Say text="{challenger} challenges you" values={{ challenger: <PlayerName address={challenger} /> }} />
          ) : (
            <PlayerName address={challenger} />
          )}{" "}
          {!isOwn && rating && <RatingMark rating={rating} />}
        </span>
        <small>{isOwn ? t("waiting") : t(YOUR_SIDE[side])}</small>
      </a>
    </li>
  );
}

const CHOICES: { [Name in keyof Filter]: { label: Message; texts: Record<Filter[Name], Message> } } = {
  time: { label: msg("Time"), texts: { any: msg("Any time"), live: msg("Live"), days: msg("Days") } },
  stake: { label: msg("Stake"), texts: { any: msg("Any stake"), none: msg("No stake"), some: msg("For a stake") } },
  engines: {
    label: msg("Programs"),
    texts: { any: msg("All players"), off: msg("No programs"), on: msg("Programs allowed") },
  },
};

/** The fields that choose which open challenges are shown. */
function FilterFields({ filter, onChange }: { filter: Filter; onChange: (filter: Filter) => void }) {
  return (
    <div className={`row ${styles.filter}`}>
      {(Object.keys(CHOICES) as (keyof Filter)[]).map((name) => (
        <SelectField<string>
          key={name}
          aria-label={t(CHOICES[name].label)}
          value={filter[name]}
          options={Object.entries(CHOICES[name].texts).map(([value, text]) => [value, t(text)])}
          onChange={(value) => onChange({ ...filter, [name]: value })}
        />
      ))}
    </div>
  );
}
