import { useSyncExternalStore } from "react";
import { Changing } from "./Changing";

const NOTHING = new Changing();

/** How often something has changed; who asks for it is drawn anew with each change. */
export const useVersion = ({ subscribe, currentVersion }: Changing = NOTHING): number =>
  useSyncExternalStore(subscribe, currentVersion);
