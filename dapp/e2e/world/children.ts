import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { basename } from "node:path";
import { createInterface } from "node:readline";

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

export const isRunning = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode === null && signalCode === null;

/** Ends a program, and waits until it is gone. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (!isRunning(child)) return;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  child.kill(signal);
  await ended;
}

/**
 * Starts a server as its own process, and waits until it prints its address. It ends with this process at the latest.
 * @param program its file, named like its package
 * @param told the stream on which it prints its address, and the pattern of that line
 */
export async function startServer(
  program: string,
  args: readonly string[],
  told: ["stdout" | "stderr", RegExp],
): Promise<{ child: ChildProcess; url: string }> {
  const [stream, pattern] = told;
  const name = basename(program);
  if (!existsSync(program)) throw new Error(`${program} is missing: run cargo build -p ${name}`);
  const [out, err] = stream === "stdout" ? (["pipe", "inherit"] as const) : (["ignore", "pipe"] as const);
  const child = spawn(program, args, { stdio: ["ignore", out, err] });
  endWithThisProcess(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", (code) => reject(new Error(`${name} ended with code ${code}`)));
    const lines = child[stream];
    if (!lines) return reject(new Error(`${name} says nothing`));
    createInterface({ input: lines }).on("line", (line) => {
      const [, url] = pattern.exec(line) ?? [];
      if (url) resolve(url);
    });
  });
  return { child, url };
}
