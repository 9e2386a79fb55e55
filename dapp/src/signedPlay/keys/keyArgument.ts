/** A key made for the game, as an argument; none in a browser that keeps nothing: there each move is a transaction. */
export async function keyArgument(): Promise<Buffer[]> {
  try {
    const { newGameKey } = await import("./newKey");
    return [Buffer.from(await newGameKey())];
  } catch {
    return [];
  }
}
