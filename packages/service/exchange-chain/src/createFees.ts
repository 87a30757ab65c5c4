import type { Observed } from '@portage/core';
import { median, readAgreed, type Quorum } from '@portage/chain-kit';
import type { Accounts } from './observe/decodeTransfer.js';
import { answers, calls } from './endpoint/requests.js';

/** Index of the account that stands for any other: the exchange's own first one. */
const anybody = 0;

/** Fees of transfers, micro-USDC. */
export interface TransferFees {
  /** Fee of a transfer from the solver to an account of another owner. */
  readonly fill: bigint;
  /** Fee of a transfer from the depository to an account of another owner. */
  readonly refund: bigint;
  /** Fee of a transfer from the depository to the solver. */
  readonly inward: bigint;
}

/** Two accounts between which something is moved. */
export interface Parties {
  readonly from: number;
  readonly to: number;
}

/** Memory of fees, which no quote waits for. */
export interface FeeMemory {
  /** The newest ones; undefined before the first reading. */
  latest(): Observed<TransferFees> | undefined;
  /** Takes those that another process has read. */
  take(shared: Observed<TransferFees>): void;
  /** Reads them again. @throws PortageError `RPC_HTTP_ERROR` */
  refresh(signal: AbortSignal): Promise<void>;
  /** Exact fee between two accounts, as it was read last; undefined where it never was. */
  between(parties: Parties): bigint | undefined;
  /** Reads the exact fee between two accounts. @throws PortageError `RPC_HTTP_ERROR` */
  read(parties: Parties, signal?: AbortSignal): Promise<bigint>;
}

/** Options of {@link createFees}. */
export interface FeesOptions {
  readonly quorum: Quorum;
  readonly accounts: Accounts;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
}

/** Pairs of accounts whose fee is remembered. */
const rememberedMax = 10_000;

/** Reads the fees that the exchange takes for transfers of ours. */
export function createFees({ quorum, accounts, clock }: FeesOptions): FeeMemory {
  let latest: Observed<TransferFees> | undefined;
  const exact = new Map<string, bigint>();
  return {
    latest: () => latest,
    take: (shared) => {
      latest = shared;
    },
    refresh: async (signal) => {
      const fees = await readUsual(quorum, accounts, signal);
      if (fees !== undefined) latest = { value: fees, observedAt: clock() };
    },
    between: (parties) => exact.get(keyOf(parties)),
    read: async (parties, signal) => {
      const fee = await readAgreed(
        quorum,
        {
          subject: 'fee',
          read: async ({ ask }, stop) => {
            const [reply] = await ask([calls.fee(parties.from, parties.to)], stop);
            return answers.fee(reply);
          },
        },
        signal,
      );
      exact.delete(keyOf(parties));
      exact.set(keyOf(parties), fee);
      for (const oldest of exact.keys()) {
        if (exact.size <= rememberedMax) break;
        exact.delete(oldest);
      }
      return fee;
    },
  };
}

function keyOf({ from, to }: Parties): string {
  return `${String(from)}:${String(to)}`;
}

/** Fees for quotes: medians of what the hosts tell; undefined where too few answer. */
async function readUsual(
  quorum: Quorum,
  { solver, depository }: Accounts,
  signal: AbortSignal,
): Promise<TransferFees | undefined> {
  const found = await quorum.answers(
    {
      subject: 'fees',
      ask: async ({ ask }, stop) => {
        const replies = await ask(
          [
            calls.fee(solver, anybody),
            calls.fee(depository, anybody),
            calls.fee(depository, solver),
          ],
          stop,
        );
        const [fill, refund, inward] = replies.map(answers.fee);
        return { fill, refund, inward };
      },
    },
    signal,
  );
  if (found.length < quorum.needed) return undefined;
  const middle = (name: keyof TransferFees): bigint | undefined =>
    median(found.flatMap((fees) => fees[name] ?? []));
  const [fill, refund, inward] = [middle('fill'), middle('refund'), middle('inward')];
  return fill === undefined || refund === undefined || inward === undefined
    ? undefined
    : { fill, refund, inward };
}
