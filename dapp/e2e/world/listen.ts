import type { AddressInfo, Server } from "node:net";

/** Makes a server listen on a free port of this machine. Returns the port. */
export async function listen(server: Server, host = "127.0.0.1"): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}
