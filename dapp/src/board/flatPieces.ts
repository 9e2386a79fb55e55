import type { Role } from "chessops";
import type { Color } from "../chain/game";

/** A piece drawn on 48 × 48: what is filled, and the lines on it. */
interface Shape {
  body: string;
  lines?: string;
  lineWidth?: number;
}

const BASE = "M9.5 36h29v6.5h-29Z";

const SHAPES: Record<Role, Shape> = {
  pawn: {
    body: "M24 7a8 8 0 0 1 5.5 13.8L33 24v2.5h-3.5c.5 4 2.5 7 6 9.5h-23c3.5-2.5 5.5-5.5 6-9.5H15V24l3.5-3.2A8 8 0 0 1 24 7Z M10.5 36h27v6.5h-27Z",
  },
  knight: {
    body: "M18.5 3.5l5 4.8C33.5 9.5 39 18 39 28v8H14.5c0-5.5 2-8.5 7.5-13-2.5 1.8-5.5 2.5-8.5 2.5l-3 4-5.5-3v-5.5l6.5-8 6-4Z M9 36h31v6.5H9Z",
    // his eye
    lines: "M18 14.5h.01",
    lineWidth: 3.2,
  },
  bishop: {
    body: `M24 3a3.4 3.4 0 0 1 2.5 5.7C32 12.5 35 17 35 22c0 3.8-2 6.5-4.5 8.5l4 5.5h-21l4-5.5C15 28.5 13 25.8 13 22c0-5 3-9.5 8.5-13.3A3.4 3.4 0 0 1 24 3Z ${BASE}`,
    lines: "M25 21.5l6-7.5M17.5 30.5h13",
  },
  rook: {
    body: "M10 7.5h8V12h2.5V7.5h7V12H30V7.5h8V18l-4.5 4v10l4.5 4H10l4.5-4V22L10 18Z M8 36h32v6.5H8Z",
    lines: "M14.5 22h19M14.5 32h19",
  },
  queen: {
    body: `M24 4.5l5 14.5 7-11.5.5 12.5 7.5-7-7 23H11L4 13l7.5 7 .5-12.5L19 19Z ${BASE}`,
    lines: "M12.5 30.5h23",
  },
  king: {
    body: `M21 2.5h6v4.2h4.5v5H27V16c4-2 15-1.5 15 7 0 6-5 8-6 13H12c-1-5-6-7-6-13 0-8.5 11-9 15-7v-4.3h-4.5v-5H21Z ${BASE}`,
    lines: "M12.5 30.5h23",
  },
};

interface Paint {
  /** The left half, and the right one, which lies in the shade. */
  fill: [string, string];
  outline: string;
  lines: string;
}

const PAINTS: Record<Color, Paint> = {
  white: { fill: ["#fff", "#d3d7e0"], outline: "#1b1e24", lines: "#1b1e24" },
  black: { fill: ["#4d525d", "#31343c"], outline: "#08090b", lines: "#d9dde5" },
};

const SVG =
  'xmlns="http://www.w3.org/2000/svg" viewBox="-1.5 -2.5 51 51" stroke-linecap="round" stroke-linejoin="round"';

function picture({ body, lines, lineWidth = 2 }: Shape, { fill, outline, lines: ink }: Paint): string {
  const stops = fill.map((color) => `<stop offset=".5" stop-color="${color}"/>`).join("");
  return [
    `<svg ${SVG}><linearGradient id="fill" gradientUnits="userSpaceOnUse" x2="48">${stops}</linearGradient>`,
    `<path d="${body}" fill="url(#fill)" stroke="${outline}" stroke-width="2"/>`,
    lines ? `<path d="${lines}" fill="none" stroke="${ink}" stroke-width="${lineWidth}"/>` : "",
    "</svg>",
  ].join("");
}

/** One of the pieces as a separate document. */
export const pieceSvg = (color: Color, role: Role): string =>
  picture(SHAPES[role], PAINTS[color]).replace("<svg ", '<svg width="48" height="48" ');

function rule(color: Color, role: string, shape: Shape): string {
  const image = encodeURIComponent(picture(shape, PAINTS[color]));
  // the page's pieces, except in samples, which name their own set
  const selectors = [':root[data-pieces="flat"] :not([data-pieces])', '.cg-wrap[data-pieces="flat"]'];
  const pieces = selectors.map((around) => `${around}>piece.${color}.${role}`).join();
  return `${pieces}{background-image:url("data:image/svg+xml,${image}")}`;
}

/** The rules for pieces of plain shapes, each in one colour and its shade. */
export const flatPieceRules = (["white", "black"] as const)
  .flatMap((color) => Object.entries(SHAPES).map(([role, shape]) => rule(color, role, shape)))
  .join("\n");

const ID = "flat-pieces";

/** Adds the rules to the page, once. */
export function addFlatPieces(): void {
  if (document.getElementById(ID)) return;
  const style = document.createElement("style");
  style.id = ID;
  style.textContent = flatPieceRules;
  document.head.append(style);
}
