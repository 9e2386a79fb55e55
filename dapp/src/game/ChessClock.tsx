import { useEffect, useState } from "react";
import { formatClock } from "../chain/format";
import styles from "./ChessClock.module.css";

interface Props {
  /** When the time is over, in milliseconds; none where it doesn't run. */
  until?: number | undefined;
  /** What is left where it doesn't run. */
  standing?: number | undefined;
}

const LITTLE_MS = 3_600_000;

/** What is left of a player's time, by the second where it runs. */
export function ChessClock({ until, standing }: Props) {
  const [now, setNow] = useState(Date.now);
  const isRunning = until !== undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 1_000);
    return () => clearInterval(timer);
  }, [isRunning]);
  const left = isRunning ? Math.max(0, until - now) : standing;
  if (left === undefined) return <span className={styles.clock} />;
  const look = !isRunning ? "" : left < LITTLE_MS ? styles.little : styles.running;
  return (
    <span className={`${styles.clock} ${look}`} role="timer" aria-live="off" title="Time left">
      {formatClock(left)}
    </span>
  );
}
