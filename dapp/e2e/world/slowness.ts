// How busy the machine is: limits of time are those of an idle one.
import { availableParallelism, loadavg } from "node:os";

/** What waits for each processor, 1 at least. */
export const slowness = (): number => Math.max(1, (loadavg()[0] ?? 0) / availableParallelism());
