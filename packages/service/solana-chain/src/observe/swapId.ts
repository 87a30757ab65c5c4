import { createHash } from 'node:crypto';
import type { ReadPayerSwap } from '@portage/solana/program';

/**
 * Id of a swap that a request asked for: a hash of its chain, program, reference, parties,
 * currencies and amounts. A swap of anything else, by another account or elsewhere has another id.
 */
export function swapIdOf(swap: ReadPayerSwap, chainId: number): string {
  const { program, reference, owner, recipient, currencyIn, currencyOut, type, most, least } = swap;
  const parties = [program, reference, owner, recipient];
  const terms = [chainId, ...parties, currencyIn, currencyOut, type, most, least].join('/');
  return `0x${createHash('sha256').update(`portage swap/${terms}`).digest('hex')}`;
}
