import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";
import { noteOldPage, part, reloadOnce } from "../browser/parts";

type Load<Name extends string, Props> = () => Promise<{ [Key in Name]: ComponentType<Props> }>;

const NEVER = new Promise<never>(() => {});

/** A component whose file is loaded when it is shown. `onFailure` returns its replacement if the file can't be loaded. */
const lazily = <Name extends string, Props extends object>(
  load: Load<Name, Props>,
  name: Name,
  onFailure: (error: unknown) => Promise<ComponentType<Props>>,
) => lazy(async () => ({ default: await load().then((module) => module[name], onFailure) }));

/**
 * A view, loaded when it is shown. If it can't be loaded the page is loaded again, once; then the view breaks down
 * (ErrorBoundary).
 */
export const later = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  lazily(load, name, (error) => (reloadOnce() ? NEVER : Promise.reject(error)));

/**
 * A part that a view shows in addition, loaded when it is shown: until then the fallback is there, or nothing. If it can't be
 * loaded the view continues without it, and the page says that it is old.
 */
export function extra<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  part(load);
  const Loaded = lazily(load, name, async () => {
    noteOldPage();
    return () => null;
  });
  return (props: Props & { fallback?: ReactNode }) =>
    createElement(Suspense, { fallback: props.fallback }, createElement(Loaded, props));
}
