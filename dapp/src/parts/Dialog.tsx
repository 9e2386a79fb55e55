import { type ReactNode, useEffect, useRef } from "react";

interface Props {
  title: string;
  children: ReactNode;
  onClose: () => void;
}

/** A modal question; Escape answers no. */
export function Dialog({ title, children, onClose }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title}>
      <article>
        <h2>{title}</h2>
        {children}
      </article>
    </dialog>
  );
}
