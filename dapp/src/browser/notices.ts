import { useEffect } from "react";
import { t } from "../i18n/i18n";
import { preference } from "./preferences";
import { play } from "./sound";

const ICON = "./icon.svg";

export interface Notice {
  title: string;
  body: string;
  /** The game that it is about. */
  game?: number | undefined;
  /** A newer notice with the same tag takes the place of the older one. */
  tag: string;
}

/** Whether notices can be asked for, are allowed, or are refused. */
export const noticePermission = (): NotificationPermission | "unsupported" =>
  typeof Notification === "undefined" ? "unsupported" : Notification.permission;

export const askForNotices = async (): Promise<NotificationPermission | "unsupported"> =>
  typeof Notification === "undefined" ? "unsupported" : Notification.requestPermission();

/** Notifies a player who has allowed notices, wants them, and looks at something else. */
export function notify({ title, body, game, tag }: Notice): void {
  if (noticePermission() !== "granted" || preference("notices") === "off") return;
  if (document.visibilityState === "visible") return;
  const options = { body, tag, icon: ICON };
  try {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      focus();
      notification.close();
    };
  } catch {
    // phones allow notices only from service workers: without one there is no notice
    showByWorker(title, game, options).catch(() => {});
  }
}

/** Notifies a player that their game has begun. */
export function tellBegin(game: number): void {
  play("check");
  notify({ title: t("Your game has begun"), body: t("Game {id}", { id: game }), game, tag: `chess-game-${game}` });
}

async function showByWorker(title: string, game: number | undefined, options: NotificationOptions): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration();
  // what the worker opens when the notice is clicked
  await registration?.showNotification(title, { ...options, data: { game } });
}

/** The tab's title. */
export function useTitle(title: string | undefined) {
  useEffect(() => {
    const name = t("On-chain chess");
    document.title = title ? `${title} · ${name}` : name;
  }, [title]);
}

const ICON_WITH_DOT = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="12" fill="#0b6b5d"/><path fill="#fff" d="M16 22v-8h6v4h6v-4h8v4h6v-4h6v8l-6 6v14l5 5v5H17v-5l5-5V28z"/><circle cx="50" cy="14" r="13" fill="#e5372b"/></svg>',
)}`;

/** A dot on the tab's icon while something waits for the player. */
export function useIconDot(isShown: boolean) {
  useEffect(() => setIcon(isShown ? ICON_WITH_DOT : ICON), [isShown]);
  useEffect(() => () => setIcon(ICON), []);
}

/** Setting an icon is slow, even if it stays the same. */
function setIcon(icon: string) {
  const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  if (link && link.getAttribute("href") !== icon) link.href = icon;
}
