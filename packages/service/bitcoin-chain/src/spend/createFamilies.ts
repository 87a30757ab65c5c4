import { isPortageError } from '@portage/core';
import { readObject, readResult, type Endpoint, type Quorum } from '@portage/chain-kit';
import type { Family } from '../coins/availableCoins.js';
import { readInteger } from '../rpc/parse.js';
import { readSatoshi } from '../rpc/readSatoshi.js';

/** Transactions of which it is kept what spends them. */
const keptMax = 2_000;
/** Milliseconds between two looks at one transaction. */
const lookMs = 2_000;

/** Families of waiting transactions, by the last answers of a quorum of nodes. */
export interface Families {
  get(txId: string): Family | undefined;
  /** Looks again, unless it did a moment ago. Nodes that do not tell change nothing. */
  look(txId: string, signal?: AbortSignal): Promise<void>;
}

/** Endpoints and clock of {@link createFamilies}. */
export interface FamiliesOptions {
  readonly quorum: Pick<Quorum, 'height'>;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/** Keeps in memory what spends outputs of our waiting transactions. */
export function createFamilies({ quorum, clock }: FamiliesOptions): Families {
  const known = new Map<string, Family & { readonly at: number }>();
  const read = (
    txId: string,
    member: (entry: Readonly<Record<string, unknown>>) => number,
    signal: AbortSignal | undefined,
  ): Promise<number | undefined> =>
    quorum.height(
      {
        subject: 'family',
        ask: async (endpoint, stop) => member(await readEntry(endpoint, txId, stop)),
      },
      signal,
    );
  return {
    get: (txId) => known.get(txId),
    look: async (txId, signal) => {
      const before = known.get(txId);
      if (before !== undefined && clock() - before.at < lookMs) return;
      try {
        const [fees, count] = await Promise.all([
          read(txId, readFees, signal),
          read(txId, readCount, signal),
        ]);
        if (fees === undefined || count === undefined) return;
        known.delete(txId);
        known.set(txId, { fees: BigInt(fees), count, at: clock() });
        const [oldest] = known.keys();
        if (known.size > keptMax && oldest !== undefined) known.delete(oldest);
      } catch (error) {
        signal?.throwIfAborted();
        if (!isPortageError(error)) throw error;
      }
    },
  };
}

async function readEntry(
  { ask }: Pick<Endpoint, 'ask'>,
  txId: string,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const method = 'getmempoolentry';
  const [reply] = await ask([{ method, params: [txId] }], signal);
  return readObject(readResult(reply, method), 'transaction that waits');
}

function readFees({ fees }: Readonly<Record<string, unknown>>): number {
  return Number(readSatoshi(readObject(fees, 'fees')['descendant'], 'fees of a family'));
}

function readCount({ descendantcount }: Readonly<Record<string, unknown>>): number {
  return readInteger(descendantcount, 'count of a family');
}
