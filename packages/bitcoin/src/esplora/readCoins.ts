/** Unspent output, as an endpoint tells it. */
export interface ToldCoin {
  readonly txId: string;
  readonly vout: number;
  /** Satoshi. */
  readonly value: bigint;
  readonly isConfirmed: boolean;
}

const idPattern = /^[0-9a-f]{64}$/;

/** Answer of `/address/:address/utxo`; undefined where it is none. */
export function readCoins(text: string): readonly ToldCoin[] | undefined {
  const told = readJson(text);
  if (!Array.isArray(told)) return undefined;
  const entries: readonly unknown[] = told;
  const coins = entries.flatMap((entry): readonly ToldCoin[] => {
    const { txid, vout, value, status } = membersOf(entry);
    return typeof txid === 'string' &&
      idPattern.test(txid) &&
      isCount(vout) &&
      isCount(value) &&
      value > 0
      ? [
          {
            txId: txid,
            vout,
            value: BigInt(value),
            isConfirmed: membersOf(status)['confirmed'] === true,
          },
        ]
      : [];
  });
  return coins.length === entries.length ? coins : undefined;
}

/**
 * Satoshi for a virtual byte by which a transaction is mined within two blocks, of an answer of
 * `/fee-estimates`; undefined where it says none.
 */
export function readFeeRate(text: string): number | undefined {
  const rate = membersOf(readJson(text))['2'];
  return typeof rate === 'number' && rate > 0 && Number.isFinite(rate) ? rate : undefined;
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function membersOf(value: unknown): Readonly<Record<string, unknown>> {
  // Members are looked at by their types alone.
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // An answer that is no JSON says nothing.
  }
}
