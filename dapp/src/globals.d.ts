/** Whether this is the build for the local chain, which has a developer wallet. */
declare const __LOCAL_CHAIN__: boolean;

declare module "virtual:abi/*" {
  const abi: { name: string; endpoints: unknown[]; types: Record<string, unknown> };
  export default abi;
}
