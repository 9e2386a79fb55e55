import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useVersion } from "../../browser/useVersion";
import { useChain } from "../../chain/ChainContext";
import type { Terms } from "../../chain/chess";
import { type Challenge, type Game, isBetweenRounds, playerToMove } from "../../chain/game";
import { BOTS_KEY, refreshChainData } from "../../chain/queries";
import { useRelayPath } from "../../chain/relayUrl";
import { keepQuiet } from "../../chain/rest";
import { isShownTo } from "../../challenge/blocked";
import type { Glimpse } from "../../games/useGlimpse";
import type { FeedGame, LobbyFeed } from "./LobbyFeed";

/** The pause between the gateway's queries while the relay reports all changes: it need not be trusted forever. */
const QUIET_MS = 1_800_000;

/** The relay's lobby while it is connected: then only changed data are queried at the gateway. */
export function useLobbyFeed(player: string | undefined): LobbyFeed | undefined {
  const { settings } = useChain();
  const client = useQueryClient();
  const url = useRelayPath("lobby");
  const [feed, setFeed] = useState<LobbyFeed>();
  useEffect(() => {
    if (!url) return;
    let opened: LobbyFeed | undefined;
    let isClosed = false;
    const open = async () => {
      const { LobbyFeed } = await import("./LobbyFeed");
      if (isClosed) return;
      opened = new LobbyFeed(url, settings.contract);
      setFeed(opened);
    };
    // without it the page queries the gateway
    open().catch(() => {});
    return () => {
      isClosed = true;
      opened?.close();
      setFeed(undefined);
    };
  }, [url, settings.contract]);
  useVersion(feed);

  const isOnline = feed?.isOnline === true;
  useEffect(() => {
    if (!isOnline) return;
    const speak = keepQuiet(QUIET_MS);
    return () => {
      speak();
      refreshChainData(client);
    };
  }, [client, isOnline]);

  const online = isOnline ? feed : undefined;
  const { bots, terms } = online ?? {};
  useEffect(() => {
    if (bots) client.setQueryData(BOTS_KEY, bots);
    if (terms) client.setQueryData<Terms>(["terms"], (before) => before && { ...before, ...terms });
  }, [client, bots, terms]);

  useEffect(() => {
    if (!feed || !player) return;
    feed.onNews = (games) => {
      if (!games.some(({ white, black }) => white === player || black === player)) return;
      client.invalidateQueries({ queryKey: ["games", player] });
      client.invalidateQueries({ queryKey: ["challenges"] });
      client.invalidateQueries({ queryKey: ["holdings"] });
    };
    return () => {
      feed.onNews = () => {};
    };
  }, [feed, client, player]);
  return online;
}

/** A game of the chain with the relay's additions: later moves, and the position on its board. */
export function withFeed(game: Game, feed: LobbyFeed | undefined): { game: Game; glimpse: Glimpse | undefined } {
  const shown = feed?.games.get(game.id);
  // a later round of a match, which the chain doesn't know yet
  if (shown?.match && game.match && shown.match.round > game.match.round && game.state === "ongoing") {
    const { white, black, plies, turn, match, isEnded } = shown;
    return { game: { ...game, white, black, plies, turn, match, isEnded: isEnded === true }, glimpse: shown };
  }
  if (game.match && shown?.match?.round !== game.match.round) return { game, glimpse: undefined };
  if (!shown || shown.plies < game.plies) return { game, glimpse: undefined };
  if (game.state !== "ongoing") return { game, glimpse: shown.plies === game.plies ? shown : undefined };
  return { game: { ...game, plies: shown.plies, turn: shown.turn, isEnded: shown.isEnded === true }, glimpse: shown };
}

/** The first of a player's games whose clock may run, or else the first match whose next game may begin. */
export function gameAtHand(games: readonly Game[], feed: LobbyFeed | undefined): Game | undefined {
  const known = games.map((game) => withFeed(game, feed).game);
  return known.find(playerToMove) ?? known.find(isBetweenRounds);
}

/** Games with these numbers, the newest first; undefined unless the relay shows all of them. */
export function feedGames(feed: LobbyFeed | undefined, first: number, last: number): FeedGame[] | undefined {
  const games = Array.from({ length: last - first + 1 }, (_, index) => feed?.games.get(last - index));
  return feed && games.every((game) => game !== undefined) ? games : undefined;
}

/** Whether a game has a board to show; a match that was left has none. */
export const isShowable = ({ state, plies }: Game): boolean =>
  state === "ongoing" || (state !== "open" && state !== "noResult" && plies > 0);

/** The newest running game, or else the newest finished one. */
export function newestGame(feed: LobbyFeed | undefined): FeedGame | undefined {
  const games = [...(feed?.games.values() ?? [])].filter(isShowable);
  const newest = (games: FeedGame[]) => games.toSorted((one, other) => other.id - one.id)[0];
  return newest(games.filter(({ state, isEnded }) => state === "ongoing" && !isEnded)) ?? newest(games);
}

/** The open challenges that this player may accept, or has made; the newest first. */
export const feedChallenges = (feed: LobbyFeed, player: string | undefined): Challenge[] =>
  challengesOf(feed)
    .filter((challenge) => isShownTo(challenge, player))
    .toSorted((one, other) => other.id - one.id);

/** All open challenges. */
export const challengesOf = (feed: LobbyFeed): Challenge[] =>
  [...feed.games.values()].flatMap(({ challenge }) => challenge ?? []);
