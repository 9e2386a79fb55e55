import "react";

declare module "react" {
  namespace JSX {
    interface IntrinsicElements {
      /** chessground's element for a piece: its style sheet draws it. */
      piece: React.DetailedHTMLProps<React.HTMLAttributes<HTMLElement>, HTMLElement>;
    }
  }
}
