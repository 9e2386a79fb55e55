import { useMemo } from "react";
import { useChain } from "../chain/ChainContext";
import { EnginechessContract } from "../chain/engines/enginechess";
import { MinichessContract } from "../chain/engines/minichess";

/** The engines of this chain, if there are any. They are made here and not with the chain, so that other views don't load
 * their ABIs. */
export function useEngines() {
  const { gateway, settings } = useChain();
  return useMemo(() => {
    const { minichess, enginechess } = settings;
    return {
      minichess: minichess ? new MinichessContract(gateway, settings, minichess) : undefined,
      enginechess: enginechess ? new EnginechessContract(gateway, settings, enginechess) : undefined,
    };
  }, [gateway, settings]);
}
