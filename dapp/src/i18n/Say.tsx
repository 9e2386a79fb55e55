import { cloneElement, Fragment, type ReactElement, type ReactNode } from "react";
import { compile } from "./compile";
import { fill, type Message, translated } from "./i18n";
import { useLanguage } from "./useLanguage";

interface Props {
  text: Message;
  /** The content of its braces. */
  values?: Record<string, ReactNode>;
  /** The elements of its tags: `<0>…</0>` is the first one. */
  parts?: readonly ReactElement[];
}

/** A text in the current language, with elements in it. */
export function Say({ text, values = {}, parts = [] }: Props) {
  useLanguage();
  // by turns the text outside of tags, a tag's number, and the text inside the tag
  const pieces = translated(text).split(/<(\d+)>(.*?)<\/\1>/);
  return pieces.map((piece, at) => {
    if (at % 3 === 1) return null;
    const element = (at % 3 === 2 && parts[Number(pieces[at - 1])]) || <Fragment />;
    return cloneElement(element, { key: pieces.slice(0, at).join() }, ...fill(compile(piece), (name) => values[name]));
  });
}
