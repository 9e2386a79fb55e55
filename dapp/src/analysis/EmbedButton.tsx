import { useState } from "react";
import { copy } from "../browser/clipboard";
import { href } from "../browser/router";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";

/** The element that shows a game inside of another page. */
const embedCode = (page: string, id: number): string =>
  `<iframe src="${new URL(`embed.html${href({ view: "game", id })}`, page).href}" width="640" height="480" style="border:0" title="Game ${id}"></iframe>`;

/** Copies what shows the game in another page. */
export function EmbedButton({ id }: { id: number }) {
  const [said, setSaid] = useState("");
  async function onCopy() {
    const code = embedCode(location.href, id);
    setSaid((await copy(code)) ? t("Copied") : code);
  }
  return (
    <>
      <Button onClick={onCopy}>{t("Copy the code to embed")}</Button>
      <p role="status" className={controls.muted} dir="auto">
        {said}
      </p>
    </>
  );
}
