import { type MouseEvent, type ReactNode, type SyntheticEvent, useEffect, useRef } from "react";
import { t } from "../i18n/i18n";
import { IconButton } from "./Button";
import styles from "./Dialog.module.css";

/** A modal panel; Escape, the cross and a click beside it close it. */
export function Dialog({ title, children, onClose }: { title: string; children: ReactNode; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  // React also passes on the close event of a dialog inside this one
  const closed = (event: SyntheticEvent) => {
    if (event.target === dialog.current) onClose();
  };
  const closeBeside = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current?.close();
  };
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape does the same, by the element itself
    <dialog ref={dialog} className={`box ${styles.dialog}`} onClose={closed} onClick={closeBeside} aria-label={title}>
      <div className={`stack ${styles.content}`}>
        <header className="between">
          <h2>{title}</h2>
          <IconButton icon="close" aria-label={t("Close")} onClick={() => dialog.current?.close()} />
        </header>
        {children}
      </div>
    </dialog>
  );
}
