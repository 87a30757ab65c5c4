import type { NetworkFacts } from './network.js';

type Finality = NetworkFacts['finality'];

/** Ethereum: blocks for small deposits, the word of the chain for all others. */
export const ethereumFinality: Finality = {
  tiers: [
    { upToUsd: 1_000, confirmations: 3 },
    { upToUsd: 10_000, confirmations: 12 },
    { confirmations: 'finalized' },
  ],
  reason:
    'Reorganizations of one or two blocks happen, one of seven was seen; two epochs are final.',
};

/** Chains whose validators finalize within seconds: nothing is worth less waiting. */
export const finalizedOnly: Finality = {
  tiers: [{ confirmations: 'finalized' }],
  reason: 'The network finalizes within seconds, and reorganizes deeply before that.',
};

/**
 * Rollups with one sequencer.
 *
 * @param confirmations - blocks of about 24 seconds
 */
export function rollupFinality(confirmations: number): Finality {
  return {
    tiers: [
      { upToUsd: 1_000, confirmations },
      { upToUsd: 10_000, confirmations: 'safe' },
      { confirmations: 'finalized' },
    ],
    reason:
      'Until its data is posted the order of blocks is the word of one sequencer, and until that is final on Ethereum it may fall with a reorganization there.',
  };
}
