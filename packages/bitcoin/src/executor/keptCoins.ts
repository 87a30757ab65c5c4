import { PortageError } from '@portage/core';

/** Names of coins that are never spent, `txid:vout` in lower case. */
export type KeptCoins = ReadonlySet<string>;

const outpointPattern = /^[0-9a-f]{64}:(?:0|[1-9]\d{0,9})$/;

/**
 * Reads a list of coins that are to be left alone, as those that carry inscriptions.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where one is no `txid:vout`: it would not be kept
 */
export function readKeptCoins(outpoints: readonly string[]): KeptCoins {
  return new Set(
    outpoints.map((outpoint) => {
      const name = outpoint.trim().toLowerCase();
      if (outpointPattern.test(name)) return name;
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `leaveAlone: "${outpoint}" is no coin.`,
        hint: 'Name each coin by its transaction and its output, as in "4f…e1:0".',
      });
    }),
  );
}

/** Place of a coin. */
export interface CoinPlace {
  readonly txId: string;
  readonly vout: number;
}

/** Whether a coin is to be left alone. */
export function isKept(kept: KeptCoins, { txId, vout }: CoinPlace): boolean {
  return kept.has(`${txId}:${String(vout)}`);
}
