import { median, readObject, readResult, type Endpoint, type Quorum } from '@portage/chain-kit';
import type { Observed } from '@portage/core';
import { readSatoshi } from '../rpc/readSatoshi.js';

/** Blocks within which our transactions are to be mined. */
const targetBlocks = 2;
/** The rate below which nodes pass nothing on, satoshi for a thousand virtual bytes. */
const floor = 1_000n;

/** Market rate in memory. */
export interface FeeMemory {
  refresh(signal: AbortSignal): Promise<void>;
  /** Satoshi for a thousand virtual bytes; undefined before the first reading. */
  market(): Observed<bigint> | undefined;
  /** Takes the rate that another process read. */
  take(shared: Observed<bigint>): void;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  readonly quorum: Quorum;
  /** Whether a node without an estimate counts as one whose blocks are empty. */
  readonly isQuiet: boolean;
  readonly clock: () => number;
}

/**
 * Keeps the rate at which transactions are mined within two blocks: the median of what the
 * endpoints estimate, and no less than nodes pass on. Where fewer than a quorum answer, the old
 * rate stays and grows old.
 */
export function createFees({ quorum, isQuiet, clock }: FeesOptions): FeeMemory {
  let known: Observed<bigint> | undefined;
  return {
    market: () => known,
    take: (shared) => {
      known = shared;
    },
    refresh: async (signal) => {
      const ask = (endpoint: Endpoint, stop: AbortSignal): Promise<bigint> =>
        readRate(endpoint, isQuiet, stop);
      const told = await quorum.answers({ subject: 'fee rate', ask }, signal);
      const rate = median(told);
      if (rate === undefined || told.length < quorum.needed) return;
      known = { value: rate, observedAt: clock() };
    },
  };
}

async function readRate({ ask }: Endpoint, isQuiet: boolean, signal: AbortSignal): Promise<bigint> {
  const replies = await ask(
    [
      { method: 'estimatesmartfee', params: [targetBlocks] },
      { method: 'getmempoolinfo', params: [] },
    ],
    signal,
  );
  const [estimate, mempool] = replies.map((reply) =>
    readObject(readResult(reply, 'fee rate'), 'fee rate'),
  );
  const told = estimate?.['feerate'] ?? (isQuiet ? 0 : undefined);
  return [floor, readSatoshi(mempool?.['mempoolminfee'], 'fee rate')].reduce(
    (highest, rate) => (rate > highest ? rate : highest),
    readSatoshi(told, 'fee rate'),
  );
}
