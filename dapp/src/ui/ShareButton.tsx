import { type ReactNode, useState } from "react";
import { copy } from "../browser/clipboard";
import { t } from "../i18n/i18n";
import { Button, Icon } from "./Button";

interface Props {
  text: string;
  /** The message once the text is copied. */
  done: string;
  /** Shares the text, an address, with the system's own dialog if there is one. */
  isShared?: boolean;
  className?: string;
  children: ReactNode;
}

/** Copies a text, or shows it if the browser doesn't allow that. */
export function CopyButton({ text, done, isShared = false, className = "", children }: Props) {
  const [said, setSaid] = useState("");
  async function onClick() {
    if (!isShared || !navigator.share) return setSaid((await copy(text)) ? done : text);
    await navigator.share({ url: text }).catch(() => setSaid(text));
  }
  return (
    <>
      <Button className={className} onClick={onClick}>
        {children}
      </Button>
      <div role="status" className="muted" dir="auto">
        {said}
      </div>
    </>
  );
}

/** Shares this address, or else the page's own. */
export const ShareButton = ({ url }: { url?: string | undefined }) => (
  <CopyButton isShared className="wide" text={url ?? location.href} done={t("Link copied")}>
    <Icon name="share" /> {t("Share")}
  </CopyButton>
);
