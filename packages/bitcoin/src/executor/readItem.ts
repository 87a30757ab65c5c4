/** Data of an item that this package performs. */
export interface BitcoinTransactionData {
  /** PSBT of version 0 as hex. */
  readonly psbt: string;
  readonly chainId: number | undefined;
}

/** The data of an item that is ours, or undefined. */
export function readItem(item: unknown): BitcoinTransactionData | undefined {
  if (typeof item !== 'object' || item === null || !('psbt' in item)) return undefined;
  const chainId: unknown = 'chainId' in item ? item.chainId : undefined;
  if (typeof item.psbt !== 'string') return undefined;
  if (chainId !== undefined && typeof chainId !== 'number') return undefined;
  return { psbt: item.psbt.toLowerCase(), chainId };
}
