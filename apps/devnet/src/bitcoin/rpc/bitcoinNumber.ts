import { formatBitcoin } from '../chain/coins.js';

/** Satoshis as Core writes them: a number of bitcoin with eight decimals. */
export function bitcoinNumber(satoshis: bigint): number {
  // No amount of bitcoin has more digits than a number can hold.
  return Number(formatBitcoin(satoshis));
}
