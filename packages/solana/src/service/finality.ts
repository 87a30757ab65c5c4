import { Money, type Finality } from '@portage/core';
import type { ParsedChainConfig } from './chainConfig.js';

type Tiers = ParsedChainConfig['finality'];

/** The rule of the first tier that a value falls under; beyond the last bound the last tier's rule holds. */
export function createFinality(tiers: Tiers): Finality {
  return {
    confirmations: (valueMicroUsd) => {
      const tier = tiers.find(({ upToUsd }) => upToUsd === undefined || valueMicroUsd <= BigInt(upToUsd) * Money.MICRO_USD);
      return (tier ?? tiers.at(-1))?.confirmations ?? 'finalized';
    },
  };
}
