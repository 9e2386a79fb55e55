import type { Role } from "chessops";
import type { Color } from "../chain/chess";
import { Dialog } from "./Dialog";

interface Props {
  color: Color;
  onChoose: (role: Role) => void;
  onCancel: () => void;
}

const ROLES: readonly Role[] = ["queen", "rook", "bishop", "knight"];

/** Asks what a pawn becomes. */
export function Promotion({ color, onChoose, onCancel }: Props) {
  return (
    <Dialog title="Promote to" onClose={onCancel}>
      <div className="promotion cg-wrap">
        {ROLES.map((role) => (
          <button type="button" key={role} aria-label={role} onClick={() => onChoose(role)}>
            <piece className={`${color} ${role}`} />
          </button>
        ))}
      </div>
    </Dialog>
  );
}
