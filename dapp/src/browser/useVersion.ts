import { useSyncExternalStore } from "react";
import { Changing } from "./Changing";

const NOTHING = new Changing();

/** How often something has changed. The component that uses it is rendered again with each change. */
export const useVersion = ({ subscribe, currentVersion }: Changing = NOTHING): number =>
  useSyncExternalStore(subscribe, currentVersion);
