import { useMemo } from "react";
import { useChain } from "../chain/ChainContext";
import { EnginechessContract } from "../chain/engines/enginechess";
import { MinichessContract } from "../chain/engines/minichess";

interface Engines {
  /** The 6×6 engine, if there is one. */
  minichess: MinichessContract | undefined;
  /** The engine that plays chess, if there is one. */
  enginechess: EnginechessContract | undefined;
}

/** The engines of this chain. Made here and not with the chain, so that other views do without their ABIs. */
export function useEngines(): Engines {
  const { gateway, settings } = useChain();
  return useMemo(() => {
    const { minichess, enginechess } = settings;
    return {
      minichess: minichess ? new MinichessContract(gateway, settings, minichess) : undefined,
      enginechess: enginechess ? new EnginechessContract(gateway, settings, enginechess) : undefined,
    };
  }, [gateway, settings]);
}
