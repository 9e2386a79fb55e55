import { useNow } from "../../browser/useNow";
import { formatClock, formatTenths } from "../../chain/format";
import { t } from "../../i18n/i18n";
import styles from "./ChessClock.module.css";
import { littleTime, TENTHS_MS } from "./lowTime";
import type { Timer } from "./timer";

/**
 * A player's remaining time: a running clock is updated every second, and every tenth of one in the last ten seconds.
 * @param base the time at the beginning, in seconds; undefined in a game without a clock
 */
export function ChessClock({ timer, base }: { timer: Timer; base: number | undefined }) {
  const { until, standing, isUnknown } = timer;
  const isRunning = until !== undefined;
  const hasTenths = base !== undefined;
  const now = useNow(isRunning, isRunning && hasTenths ? until - TENTHS_MS : undefined);
  const left = isRunning ? Math.max(0, until - now) : standing;
  if (left === undefined) return <span className={styles.clock} />;
  const shown = hasTenths && left < TENTHS_MS ? formatTenths(left) : formatClock(left);
  const size = shown.length > "0:09.9".length ? styles.long : "";
  const look = isUnknown ? styles.unknown : !isRunning ? "" : left < littleTime(base) ? styles.little : styles.running;
  return (
    <span
      className={`${styles.clock} ${size} ${look}`}
      role="timer"
      aria-live="off"
      title={isUnknown ? t("Not known until the line is back") : t("Time left")}
      data-testid="clock"
      data-running={isRunning}
      data-unknown={isUnknown}
    >
      {shown}
    </span>
  );
}

/** The time left until a moment, for use in a sentence. */
export function Countdown({ until }: { until: number }) {
  return formatClock(Math.max(0, until - useNow(true)));
}
