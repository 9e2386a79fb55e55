import type { ChildProcess } from "node:child_process";

const children = new Set<ChildProcess>();

function endAll() {
  for (const child of children) child.kill("SIGKILL");
}

process.once("exit", endAll);
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
  process.once(signal, () => {
    endAll();
    process.kill(process.pid, signal);
  });
}

/** Ends a program with this process at the latest. */
export function endWithThisProcess(child: ChildProcess): void {
  children.add(child);
  child.once("exit", () => children.delete(child));
}
