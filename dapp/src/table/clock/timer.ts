/** A player's clock: the moment at which it runs out, by this machine's time, or the time at which it is stopped. */
export interface Timer {
  until?: number | undefined;
  standing?: number | undefined;
  /** It may be running, but without a line this page can't know. */
  isUnknown?: boolean;
}
