/** Transaction that a step has made. */
export interface PsbtData {
  readonly type: 'psbt';
  /** PSBT of version 0 as hex. */
  readonly psbt: string;
  readonly chainId: number | undefined;
}

/** Plain transfer, whose transaction is made of the wallet's own coins. */
export interface TransferData {
  readonly type: 'transfer';
  readonly to: string;
  /** Satoshi. */
  readonly value: bigint;
  readonly chainId: number | undefined;
}

/** Data of an item that this package performs. */
export type BitcoinTransactionData = PsbtData | TransferData;

/** Digits of all satoshi that there can be. */
const satoshiPattern = /^[1-9]\d{0,15}$/;

/** The data of an item that is ours, or undefined. */
export function readItem(item: unknown): BitcoinTransactionData | undefined {
  if (typeof item !== 'object' || item === null) return undefined;
  const chainId: unknown = 'chainId' in item ? item.chainId : undefined;
  if (chainId !== undefined && typeof chainId !== 'number') return undefined;
  if ('psbt' in item)
    return typeof item.psbt === 'string'
      ? { type: 'psbt', psbt: item.psbt.toLowerCase(), chainId }
      : undefined;
  // A transaction of another family has data, and names its chain.
  if (!('to' in item) || !('value' in item) || 'data' in item || chainId === undefined)
    return undefined;
  const { to, value } = item;
  return typeof to === 'string' && typeof value === 'string' && satoshiPattern.test(value)
    ? { type: 'transfer', to, value: BigInt(value), chainId }
    : undefined;
}
