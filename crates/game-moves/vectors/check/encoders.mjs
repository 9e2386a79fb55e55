/** A move's JSON value to its binary and its hex bytes, for each game. */
export const encoders = {
  chess({ from, to, promotion }) {
    const [f, t] = [from, to].map(([x, y]) => 8 * y + x);
    const piece = promotion !== null ? 1 + "qrbn".indexOf(promotion) : 0;
    return [piece ? [f, t | 0x40, piece - 1] : [f, t], [f, t, piece]];
  },
  checkers({ from, to, captures }) {
    const packed = ([x, y]) => 16 * x + y;
    const bytes = [packed(from), packed(to), captures.length, ...captures.map(packed)];
    return [bytes, bytes];
  },
  backgammon({ from, to, die }) {
    const bytes = [from === "bar" ? 255 : from, to === "off" ? 254 : to, die];
    return [bytes, bytes];
  },
  ludo({ tokenIndex, steps }) {
    const bytes = [tokenIndex, steps];
    return [bytes, bytes];
  },
  dominos({ tileIndex, end, flip }) {
    const [tile, right, flipped] = [tileIndex + 2, end === "right" ? 1 : 0, flip ? 1 : 0];
    return [[tile | (right << 6) | (flipped << 7)], [tile, (right << 4) | flipped]];
  },
};
