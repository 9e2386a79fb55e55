import { useSyncExternalStore } from "react";
import { LANGUAGES } from "../i18n/languages";
import { Changing } from "./Changing";
import { localStore } from "./storage";

/** The player's choices about the look and the behaviour of the page, with the possible values of each. */
const CHOICES = {
  language: ["browser", ...LANGUAGES],
  theme: ["system", "light", "dark"],
  board: ["brown", "green", "blue", "grey"],
  pieces: ["classic", "flat"],
  sound: ["on", "off"],
  confirmMoves: ["off", "on"],
  coordinates: ["on", "off"],
  promotion: ["ask", "queen"],
  claimThreefold: ["off", "on"],
  zen: ["off", "on"],
  blindfold: ["off", "on"],
  notices: ["on", "off"],
  peopleOnly: ["off", "on"],
} as const;

type Choices = typeof CHOICES;
export type PreferenceName = keyof Choices;
export type Preference<Name extends PreferenceName> = Choices[Name][number];

const key = (name: PreferenceName): string => `chess.${name}`;
const changes = new Changing();

/** The values to choose from. */
export const choicesOf = <Name extends PreferenceName>(name: Name): Choices[Name] => CHOICES[name];

/** The chosen value; the first of the list without a choice. */
export function preference<Name extends PreferenceName>(name: Name): Preference<Name> {
  const stored = localStore.getItem(key(name));
  const choices: readonly string[] = CHOICES[name];
  return (stored !== null && choices.includes(stored) ? stored : CHOICES[name][0]) as Preference<Name>;
}

export function setPreference<Name extends PreferenceName>(name: Name, value: Preference<Name>): void {
  localStore.setItem(key(name), value);
  applyPreferences();
  changes.changed();
}

/** Calls back after each choice, until what it returns is called. */
export const onPreference = changes.subscribe;

export function usePreference<Name extends PreferenceName>(name: Name): Preference<Name> {
  return useSyncExternalStore(onPreference, () => preference(name));
}

/** Whether the page is dark now, by choice or as the system is. */
export function isDark(): boolean {
  const theme = preference("theme");
  return theme === "system" ? matchMedia("(prefers-color-scheme: dark)").matches : theme === "dark";
}

/** Tells the style sheets what was chosen. */
export function applyPreferences(): void {
  const { dataset } = document.documentElement;
  const theme = preference("theme");
  if (theme === "system") delete dataset.theme;
  else dataset.theme = theme;
  dataset.board = preference("board");
  dataset.pieces = preference("pieces");
}

/** Calls back when the page turns light or dark, by choice or with the system. */
export function onThemeChange(listener: () => void): void {
  onPreference(listener);
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", listener);
}
