import type { Observed } from '@portage/core';
import { median, type Quorum } from '@portage/chain-kit';
import type { Accounts } from './observe/decodeTransfer.js';
import { answers, calls } from './endpoint/requests.js';

/** Index of the account that stands for anybody's: the exchange's own first one. */
const anybody = 0;

/** Fees of transfers, micro-USDC. */
export interface TransferFees {
  /** Of a transfer to or from an account of somebody else. */
  readonly outward: bigint;
  /** Of a transfer from the depository to the solver. */
  readonly inward: bigint;
}

/** Memory of fees, which no quote waits for. */
export interface FeeMemory {
  /** The newest ones; undefined before the first reading. */
  latest(): Observed<TransferFees> | undefined;
  /** Takes those that another process has read. */
  take(shared: Observed<TransferFees>): void;
  /** Reads them again. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(signal: AbortSignal): Promise<void>;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Reads the fees that the exchange takes for transfers of ours. */
export function createFees({ quorum, accounts, clock }: FeesOptions): FeeMemory {
  const { solver, depository } = accounts;
  let latest: Observed<TransferFees> | undefined;
  return {
    latest: () => latest,
    take: (shared) => {
      latest = shared;
    },
    refresh: async (signal) => {
      const found = await quorum.answers(
        {
          subject: 'fees',
          ask: async ({ ask }, stop) => {
            const [outward, inward] = await ask(
              [calls.fee(solver, anybody), calls.fee(depository, solver)],
              stop,
            );
            return { outward: answers.fee(outward), inward: answers.fee(inward) };
          },
        },
        signal,
      );
      if (found.length < quorum.needed) return;
      const outward = median(found.map((fees) => fees.outward));
      const inward = median(found.map((fees) => fees.inward));
      if (outward !== undefined && inward !== undefined)
        latest = { value: { outward, inward }, observedAt: clock() };
    },
  };
}
