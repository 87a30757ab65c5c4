import type { SignedTransaction } from '@portage/core/chain';
import type { Family, OpenTransaction } from '../coins/availableCoins.js';
import { readStored } from './storedBytes.js';

/** Finder of the family of a waiting transaction; see `SignerOptions.familyOf`. */
export interface KnownFamilies {
  readonly familyOf?: ((txId: string) => Family | undefined) | undefined;
}

/** Transactions that may still land, each once, whatever it pays. */
export function toOpen(
  signed: readonly SignedTransaction[],
  { familyOf }: KnownFamilies,
): readonly OpenTransaction[] {
  const found = new Map<string, OpenTransaction>();
  for (const { txId, raw, sequence } of signed) {
    if (found.has(txId)) continue;
    const { inputs, outputs, version } = readStored(raw);
    found.set(txId, { txId, sequence, inputs, outputs, version, family: familyOf?.(txId) });
  }
  return [...found.values()];
}
