import { type ComponentType, lazy } from "react";

/** What a view shows besides, loaded when it is shown; where it can't be loaded the view goes on without it. */
export const extra = <Name extends string, Props>(
  load: () => Promise<{ [Key in Name]: ComponentType<Props> }>,
  name: Name,
) =>
  lazy<ComponentType<Props>>(() =>
    load().then(
      (module) => ({ default: module[name] }),
      () => ({ default: () => null }),
    ),
  );
