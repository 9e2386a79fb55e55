/** Begins one work after the other, each when the one before has succeeded or failed. */
export function inTurn(): <T>(work: () => Promise<T>) => Promise<T> {
  let before: Promise<unknown> = Promise.resolve();
  return (work) => {
    const done = before.then(work);
    before = done.catch(() => {});
    return done;
  };
}
