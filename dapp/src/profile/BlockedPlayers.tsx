import { useVersion } from "../browser/useVersion";
import { BlockButton } from "../challenge/BlockButton";
import { blockedPlayers, blocking } from "../challenge/blocked";
import { t } from "../i18n/i18n";
import controls from "../ui/controls.module.css";
import { PlayerLink } from "../ui/values/PlayerName";

/** Whom this browser's user doesn't want to meet. */
export function BlockedPlayers() {
  useVersion(blocking);
  const players = blockedPlayers();
  if (players.length === 0) return null;
  return (
    <section className={controls.stack} aria-label={t("Blocked in this browser")}>
      <h2>{t("Blocked in this browser")}</h2>
      <ul className={controls.rows}>
        {players.map((address) => (
          <li key={address} className={controls.row}>
            <PlayerLink address={address} />
            <BlockButton accounts={[address]} />
          </li>
        ))}
      </ul>
    </section>
  );
}
