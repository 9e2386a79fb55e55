import { Trans } from "@lingui/react";
import type { ReactElement, ReactNode } from "react";
import type { Message } from "./i18n";

interface Props {
  text: Message;
  /** What stands in its braces. */
  values?: Record<string, ReactNode>;
  /** The elements of its tags: `<0>…</0>` is the first one. */
  parts?: readonly ReactElement[];
}

/** A text in the language that is spoken, with elements in it. */
export const Say = ({ text, values, parts }: Props) => (
  <Trans id={text} values={values ?? {}} components={{ ...parts }} />
);
