import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";
import { noteOldPage, part, reloadOnce } from "../browser/parts";

type Load<Name extends string, Props> = () => Promise<{ [Key in Name]: ComponentType<Props> }>;

const NEVER = new Promise<never>(() => {});

/**
 * A view, loaded when it is shown. If it can't be loaded the page is loaded again, once; then the view breaks down
 * (ErrorBoundary).
 */
export const later = <Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      (error) => (reloadOnce() ? NEVER : Promise.reject(error)),
    ),
  );

/**
 * A part that a view shows in addition, loaded when it is shown: until then the fallback is there, or nothing. If it can't be
 * loaded the view continues without it, and the page says that it is old.
 */
export function extra<Name extends string, Props extends object>(load: Load<Name, Props>, name: Name) {
  part(load);
  const Loaded = lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => {
        noteOldPage();
        return { default: () => null };
      },
    ),
  );
  return (props: Props & { fallback?: ReactNode }) =>
    createElement(Suspense, { fallback: props.fallback }, createElement(Loaded, props));
}
