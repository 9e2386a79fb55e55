/** Drawn here, because fonts lack some of them. */
const PATHS = {
  first: "M6 5v14h2V5zm12 0L9 12l9 7z",
  previous: "M17 5 7 12l10 7z",
  next: "m7 5 10 7-10 7z",
  last: "M16 5v14h2V5zM6 5l9 7-9 7z",
  sound: "M4 9v6h4l5 4V5L8 9zm12-1a5 5 0 0 1 0 8M18 5a9 9 0 0 1 0 14",
  muted: "M4 9v6h4l5 4V5L8 9zm12 0 5 6m0-6-5 6",
  theme: "M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18m0 2a7 7 0 0 1 0 14z",
  close: "m6 6 12 12M18 6 6 18",
} as const;

const OUTLINES: readonly string[] = ["sound", "muted", "close"];

/** A small picture on a button, whose label says what it does. */
export function Icon({ name }: { name: keyof typeof PATHS }) {
  return (
    <svg
      className={OUTLINES.includes(name) ? "drawing outline" : "drawing"}
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
    >
      <path d={PATHS[name]} fillRule="evenodd" />
    </svg>
  );
}
