import { malformedReply } from '@portage/chain-kit';

/** BTC that there will ever be. */
const moneyMax = 21_000_000;

/**
 * Satoshi of an amount that Core writes as BTC with eight decimals.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readSatoshi(value: unknown, what: string): bigint {
  if (typeof value !== 'number' || !(value >= 0) || value > moneyMax) throw malformedReply(what);
  return BigInt(value.toFixed(8).replace('.', ''));
}
