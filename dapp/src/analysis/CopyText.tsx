import { useState } from "react";
import { copy } from "../browser/clipboard";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import controls from "../ui/controls.module.css";
import styles from "./AnalysisPage.module.css";

/** A text to look at, copy and download. */
export function CopyText({ label, text, file }: { label: string; text: string; file?: string }) {
  const [said, setSaid] = useState<string>();
  async function onCopy() {
    setSaid((await copy(text)) ? t("Copied") : t("Not allowed to copy"));
    setTimeout(() => setSaid(undefined), 2_000);
  }
  const field = { className: controls.field, dir: "ltr", "aria-label": label, readOnly: true, value: text };
  return (
    <div className={styles.text}>
      {file ? <textarea rows={4} {...field} /> : <input {...field} />}
      <div className={controls.row}>
        <Button onClick={onCopy}>{said ?? t("Copy {label}", { label })}</Button>
        {file && (
          <a
            className={controls.button}
            download={file}
            href={`data:application/vnd.chess-pgn;charset=utf-8,${encodeURIComponent(text)}`}
          >
            {t("Download")}
          </a>
        )}
      </div>
    </div>
  );
}
