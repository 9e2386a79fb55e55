import type { ReactNode } from "react";

/** A message about a problem. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p role="alert" className="alert">
    {children}
  </p>
);
