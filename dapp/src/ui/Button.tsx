import type { ComponentProps } from "react";
import { href, type Route } from "../browser/router";
import { t } from "../i18n/i18n";
import controls from "./controls.module.css";
import { Icon, type IconName } from "./Icon";

interface Props extends ComponentProps<"button"> {
  look?: "button" | "primary" | "quiet" | "danger";
}

type IconProps = Props & { icon: IconName } & ({ title: string } | { "aria-label": string });

/** A button; a class adds to its look. */
export const Button = ({ look = "button", className = "", ...props }: Props) => (
  <button type="button" className={`${controls[look]} ${className}`} {...props} />
);

/** The player's next step, rather than one of several ways. */
export const PrimaryButton = (props: Omit<Props, "look">) => <Button look="primary" {...props} />;

/** A picture to press; the title, or else a label, says what it does. */
export const IconButton = ({ icon, className = "", ...props }: IconProps) => (
  <Button look="quiet" className={`${controls.iconOnly} ${className}`} aria-label={props.title} {...props}>
    <Icon name={icon} />
  </Button>
);

interface LinkProps {
  to: Route;
  isPrimary?: boolean;
  /** Done before the other view comes. */
  onClick?: () => void;
  children: string;
}

/** A link to another view that looks like a button. */
export const ButtonLink = ({ to, isPrimary, onClick, children }: LinkProps) => (
  <a className={isPrimary ? controls.primary : controls.button} href={href(to)} onClick={onClick}>
    {children}
  </a>
);

interface DownloadProps extends ComponentProps<"a"> {
  file: string;
  type?: string;
  text: string;
}

/** A link by which the browser keeps a text as a file. */
export const DownloadLink = ({ file, type = "text/plain", text, ...props }: DownloadProps) => (
  <a download={file} href={`data:${type};charset=utf-8,${encodeURIComponent(text)}`} {...props} />
);

/** The way to the lobby, in a line of its own. */
export const ToLobby = ({ isPrimary = false }) => (
  <p>
    <ButtonLink isPrimary={isPrimary} to={{ view: "lobby" }}>
      {t("To the lobby")}
    </ButtonLink>
  </p>
);
