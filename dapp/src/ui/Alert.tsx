import type { ReactNode } from "react";
import controls from "./controls.module.css";

/** What has gone wrong. */
export const Alert = ({ children }: { children: ReactNode }) => (
  <p role="alert" className={controls.alert}>
    {children}
  </p>
);
