import type { ReactNode } from "react";

interface Props {
  facts: readonly (readonly [name: string, value: ReactNode] | false)[];
  className: string | undefined;
  /** The class of each fact. */
  each?: string;
}

/** Facts, each a value with its name. */
export const Facts = ({ facts, className, each }: Props) => (
  <dl className={className}>
    {facts.map(
      (fact) =>
        fact && (
          <div key={fact[0]} className={each}>
            <dt className="muted">{fact[0]}</dt>
            <dd>{fact[1]}</dd>
          </div>
        ),
    )}
  </dl>
);
