/** Place of an output. */
export interface Outpoint {
  readonly txId: string;
  readonly vout: number;
}

/** Output of a transaction that a key of ours can spend. */
export interface OwnedCoin {
  readonly txId: string;
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  /** Output script; the key that opens it is ours. */
  readonly script: Uint8Array;
  /**
   * Inputs of the transaction that made it, where a third party signed that one: a conflicting
   * spend of any of them takes the coin away.
   */
  readonly madeFrom?: readonly Outpoint[] | undefined;
  /** Whether so many blocks stand on its transaction that nothing takes it back. */
  readonly isFinal?: boolean | undefined;
}

/** Name of the output that an input spends. */
export function outpointOf({ txId, vout }: Pick<OwnedCoin, 'txId' | 'vout'>): string {
  return `${txId}:${String(vout)}`;
}

/** Whether two scripts are the same. */
export function isSameScript(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, place) => byte === other[place]);
}

/** Something worth satoshi. */
export type Valued = Pick<OwnedCoin, 'value'>;

/** Sum of values, in satoshi. */
export function sumOf(coins: readonly Valued[]): bigint {
  return coins.reduce((sum, { value }) => sum + value, 0n);
}
