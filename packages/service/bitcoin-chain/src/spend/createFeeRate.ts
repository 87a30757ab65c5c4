import { isObject, median, readResult, type Quorum } from '@portage/chain-kit';
import { readSatoshi } from '../rpc/readSatoshi.js';

/** Rate below which nodes pass nothing on, satoshi for a thousand virtual bytes. */
const relayRate = 1_000n;

/** Rate at which transactions are paid for, from memory. */
export interface FeeRate {
  /** Satoshi for a thousand virtual bytes; undefined while not known, or too old. */
  readonly latest: () => bigint | undefined;
  /** Reads it again; where too few endpoints answer, the old one grows old. */
  refresh(signal?: AbortSignal): Promise<void>;
}

/** Options of {@link createFeeRate}. */
export interface FeeRateOptions {
  readonly quorum: Quorum;
  /** Blocks within which a transaction is to be in one. */
  readonly blocks: number;
  /** Milliseconds for which a reading counts. */
  readonly ageMsMax: number;
  /** Milliseconds since any moment. */
  readonly clock: () => number;
}

/** Keeps the median of what endpoints estimate; fewer answers than a quorum prove nothing. */
export function createFeeRate({ quorum, blocks, ageMsMax, clock }: FeeRateOptions): FeeRate {
  let rate: bigint | undefined;
  let readAt = -Infinity;
  return {
    latest: () => (clock() - readAt <= ageMsMax ? rate : undefined),
    refresh: async (signal) => {
      const startedAt = clock();
      const answers = await quorum.answers(
        {
          subject: 'fee rate',
          ask: async ({ ask }, stop) => {
            const [reply] = await ask([{ method: 'estimatesmartfee', params: [blocks] }], stop);
            return readRate(readResult(reply, 'fee rate'));
          },
        },
        signal,
      );
      const told = median(answers);
      if (answers.length < quorum.needed || told === undefined) return;
      rate = told > relayRate ? told : relayRate;
      readAt = startedAt;
    },
  };
}

/** A node that has seen too few blocks names no rate: what it passes on is enough then. */
function readRate(result: unknown): bigint {
  const rate = isObject(result) ? result['feerate'] : undefined;
  return rate === undefined ? relayRate : readSatoshi(rate, 'fee rate');
}
