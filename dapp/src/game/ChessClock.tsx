import { formatClock } from "../chain/format";
import { useNow } from "../ui/useNow";
import styles from "./ChessClock.module.css";
import type { Timer } from "./useTimers";

/** Little time: a tenth of what the player began with, but at least this, or an hour where moves take days. */
const LITTLE_MS = 10_000;
const LITTLE_SHARE = 0.1;
const LITTLE_OF_DAYS_MS = 3_600_000;

/**
 * What is left of a player's time, by the second where it runs.
 * @param base what a player begins with, in seconds; none in a game without a clock
 */
export function ChessClock({
  timer: { until, standing, isUnknown },
  base,
}: {
  timer: Timer;
  base: number | undefined;
}) {
  const isRunning = until !== undefined;
  const now = useNow(isRunning);
  const left = isRunning ? Math.max(0, until - now) : standing;
  if (left === undefined) return <span className={styles.clock} />;
  const little =
    base === undefined
      ? LITTLE_OF_DAYS_MS
      : Math.min(LITTLE_OF_DAYS_MS, Math.max(LITTLE_MS, base * 1_000 * LITTLE_SHARE));
  const look = isUnknown ? styles.unknown : !isRunning ? "" : left < little ? styles.little : styles.running;
  return (
    <span
      className={`${styles.clock} ${look}`}
      role="timer"
      aria-live="off"
      title={isUnknown ? "Not known until the line is back" : "Time left"}
      data-testid="clock"
      data-running={isRunning}
      data-unknown={isUnknown}
    >
      {formatClock(left)}
    </span>
  );
}

/** What is left until a moment, in a sentence. */
export function Countdown({ until }: { until: number }) {
  return <span className={styles.countdown}>{formatClock(Math.max(0, until - useNow(true)))}</span>;
}
