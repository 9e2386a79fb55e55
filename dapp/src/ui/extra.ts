import { type ComponentType, createElement, lazy, type ReactNode, Suspense } from "react";

/** A component, loaded when it is shown; where it can't be loaded the view breaks down (ErrorBoundary). */
export const later = <Name extends string, Props extends object>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) => lazy<ComponentType<Props>>(() => load().then((module) => ({ default: module[name] })));

/**
 * What a view shows besides, loaded when it is shown: until then the fallback stands there, or nothing. Where it can't be
 * loaded the view goes on without it.
 */
export function extra<Name extends string, Props extends object>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) {
  const Loaded = lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: () => null }),
    ),
  );
  return (props: Props & { fallback?: ReactNode }) =>
    createElement(Suspense, { fallback: props.fallback }, createElement(Loaded, props));
}
