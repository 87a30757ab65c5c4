import { isSameScript, sumOf, type OwnedCoin } from '../coins/coin.js';
import type { StoredTransaction } from './storedBytes.js';

/**
 * Coins that a transaction spends and that none of these scripts has: those of deposit addresses.
 */
export function strangeInputs(
  { inputs }: Pick<StoredTransaction, 'inputs'>,
  own: readonly Uint8Array[],
): readonly OwnedCoin[] {
  return inputs.filter(({ script }) => !own.some((mine) => isSameScript(mine, script)));
}

/** Output scripts of the solver and of the depository. */
export interface OwnScripts {
  readonly solver: Uint8Array;
  readonly vault: Uint8Array;
}

/**
 * Fee of a transaction that the solver bears: all of it, less what coins of a deposit address bring
 * beyond the deposit. Satoshi. Pure.
 */
export function ownFee(
  stored: Pick<StoredTransaction, 'inputs' | 'outputs' | 'fee'>,
  { solver, vault }: OwnScripts,
): bigint {
  const swept = strangeInputs(stored, [solver, vault]);
  if (swept.length === 0) return stored.fee;
  const deposits = stored.outputs.filter(({ script }) => !isSameScript(script, solver));
  return stored.fee - (sumOf(swept) - sumOf(deposits));
}
