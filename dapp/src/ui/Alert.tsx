import type { ReactNode } from "react";
import controls from "./controls.module.css";

/** A message about a problem. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={controls.alert}>
    {children}
  </p>
);
