import type { ComponentProps } from "react";
import { href, type Route } from "../browser/router";
import { t } from "../i18n/i18n";

interface Props extends ComponentProps<"button"> {
  look?: "button" | "primary" | "quiet" | "danger";
}

type IconProps = Props & { icon: IconName } & ({ title: string } | { "aria-label": string });

/** A button; a class adds to its look. */
export const Button = ({ look = "button", className = "", ...props }: Props) => (
  <button type="button" className={`${look} ${className}`} {...props} />
);

/** The player's next step, rather than one of several ways. */
export const PrimaryButton = (props: Omit<Props, "look">) => <Button look="primary" {...props} />;

/** A button with a picture. Its title, or else its label, says what it does. */
export const IconButton = ({ icon, className = "", ...props }: IconProps) => (
  <Button look="quiet" className={`icon-only ${className}`} aria-label={props.title} {...props}>
    <Icon name={icon} />
  </Button>
);

interface LinkProps {
  to: Route;
  isPrimary?: boolean;
  /** Called before the other view opens. */
  onClick?: () => void;
  children: string;
}

/** A link to another view that looks like a button. */
export const ButtonLink = ({ to, isPrimary, onClick, children }: LinkProps) => (
  <a className={isPrimary ? "primary" : "button"} href={href(to)} onClick={onClick}>
    {children}
  </a>
);

interface DownloadProps extends ComponentProps<"a"> {
  file: string;
  type?: string;
  text: string;
}

/** A link that saves a text as a file. */
export const DownloadLink = ({ file, type = "text/plain", text, ...props }: DownloadProps) => (
  <a download={file} href={`data:${type};charset=utf-8,${encodeURIComponent(text)}`} {...props} />
);

/** A link to the lobby, on its own line. */
export const ToLobby = ({ isPrimary = false }) => (
  <p>
    <ButtonLink isPrimary={isPrimary} to={{ view: "lobby" }}>
      {t("To the lobby")}
    </ButtonLink>
  </p>
);

/** Drawn here, because fonts lack some of them. */
const PATHS = {
  first: "M6 5v14h2V5zm12 0L9 12l9 7z",
  previous: "M17 5 7 12l10 7z",
  next: "m7 5 10 7-10 7z",
  last: "M16 5v14h2V5zM6 5l9 7-9 7z",
  settings:
    "M12 8.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7M19 12l2-1.5-2-3.5-2.4 1a7 7 0 0 0-2-1.2L14.2 4H9.8l-.4 2.8a7 7 0 0 0-2 1.2L5 7l-2 3.5L5 12l-2 1.5L5 17l2.4-1a7 7 0 0 0 2 1.2l.4 2.8h4.4l.4-2.8a7 7 0 0 0 2-1.2l2.4 1 2-3.5z",
  close: "m6 6 12 12M18 6 6 18",
  leave: "M10 4H5v16h5m-1-8h11m-4-4 4 4-4 4",
  flag: "M6 21V4h11l-2.5 4L17 12H6",
  half: "M5 5.5 7 4v7M5 21 19 3M14 16a3 2.8 0 0 1 6 0c0 2-6 3-6 5h6",
  flip: "M8 4v14m-4-4 4 4 4-4M16 20V6m-4 4 4-4 4 4",
  share: "M12 15V3m-4 4 4-4 4 4M5 12v8h14v-8",
  bell: "M6 17h12l-1.5-2V10a4.5 4.5 0 0 0-9 0v5zm4 3h4",
  engine: "M7 7h10v10H7zm3-4v4m4-4v4m-4 10v4m4-4v4M3 10h4m-4 4h4m10-4h4m-4 4h4",
  analysis: "M4 20V10m5 10V4m5 16v-8m5 8V7",
} as const;

export type IconName = keyof typeof PATHS;

const FILLED: readonly IconName[] = ["first", "previous", "next", "last"];

/** A small picture on a button, whose label says what it does. */
export function Icon({ name }: { name: IconName }) {
  const isFilled = FILLED.includes(name);
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill={isFilled ? "currentcolor" : "none"}
      stroke="currentcolor"
      strokeWidth={isFilled ? 1 : 1.8}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}
