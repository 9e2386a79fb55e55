/** A player's clock: when it runs out, by this machine's time, or what it stands at. */
export interface Timer {
  until?: number | undefined;
  standing?: number | undefined;
  /** It may run, but there is no line by which this page would know. */
  isUnknown?: boolean;
}
