/** Virtual bytes of a rate. */
const perByte = 1_000n;

/**
 * Why nothing is signed at a market rate, in words without a stop; undefined up to the operator's
 * ceiling. Pure.
 *
 * @param market - satoshi for a thousand virtual bytes; undefined while it is not known
 */
export function pausedReason(market: bigint | undefined, ceiling: bigint): string | undefined {
  if (market === undefined || market <= ceiling) return undefined;
  return `transactions cost ${inBytes(market)} satoshi a virtual byte, above the ceiling of ${inBytes(ceiling)}`;
}

function inBytes(rate: bigint): string {
  return (rate / perByte).toString();
}
