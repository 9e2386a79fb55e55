import { useState } from "react";
import { copy } from "../browser/clipboard";
import { t } from "../i18n/i18n";
import { Button, Icon } from "./Button";

interface Props {
  /** Instead of the page's own address. */
  url?: string | undefined;
}

/** Shares the page's address, with the system's own dialog if there is one. */
export function ShareButton({ url: given }: Props) {
  const [said, setSaid] = useState("");
  async function share() {
    const url = given ?? location.href;
    if (!navigator.share) return setSaid((await copy(url)) ? t("Link copied") : url);
    await navigator.share({ url }).catch(() => setSaid(url));
  }
  return (
    <>
      <Button className="wide" onClick={share}>
        <Icon name="share" /> {t("Share")}
      </Button>
      <p role="status" className="muted">
        {said}
      </p>
    </>
  );
}
