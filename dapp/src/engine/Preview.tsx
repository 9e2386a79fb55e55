import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useChain } from "../chain/ChainContext";
import type { EngineContract, Suggestion } from "../chain/engines/engineContract";
import { estimatedFee } from "../chain/engines/engineCost";
import { formatAmount } from "../chain/format";
import { t } from "../i18n/i18n";
import { Button } from "../ui/Button";
import { usePlayer } from "../wallet/wallet";

/** The number of positions that the free view searches for a hint; a move's cost is estimated from the hint's. */
const PREVIEW_NODES = 20_000;

interface Props {
  engine: EngineContract;
  id: number;
  plies: number;
  /** The depth or the level of the hint. */
  strength: number;
  /** A move as it is written. */
  name: (move: Suggestion) => string;
}

/** The likely cost of the next move, and the move that the engine would play in the player's place. */
export function Preview({ engine, id, plies, strength, name }: Props) {
  const { config } = useChain();
  const player = usePlayer();
  const [hint, setHint] = useState(-1);
  const { data } = useQuery({
    queryKey: ["engine", "preview", engine.address, id, plies, player],
    queryFn: async () => {
      const best = await engine.suggest(id, strength, PREVIEW_NODES);
      const args = [id, best.from, best.to, ...(best.promotion ? [best.promotion] : [])];
      return { best, gas: await engine.gasOf(player ?? "", "makeMove", args) };
    },
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  });
  if (!data) return <p aria-busy="true">{t("Asking what a move costs…")}</p>;
  return (
    <>
      <p data-testid="expected">
        {t("A move here costs you about {fee} EGLD in fees, with the engine's thinking.", {
          fee: formatAmount(estimatedFee(config, data.gas), 18, 5),
        })}
      </p>
      {hint === plies ? (
        <p>{t("In your place the engine would play {move}.", { move: name(data.best) })}</p>
      ) : (
        <Button onClick={() => setHint(plies)}>{t("Hint")}</Button>
      )}
    </>
  );
}
