/**
 * A key made for the game, as an argument; none in a browser that keeps nothing: there each move is a transaction.
 * @throws Error where the key can't be had for another reason: without one the game could never be played by signature.
 */
export async function keyArgument(): Promise<Buffer[]> {
  const [{ newGameKey }, { transcriptStore }] = await Promise.all([import("./newKey"), import("./store")]);
  const keeps = await transcriptStore().then(
    () => true,
    () => false,
  );
  return keeps ? [Buffer.from(await newGameKey())] : [];
}
