import { setTimeout as sleep } from 'node:timers/promises';
import {
  assert,
  isPortageError,
  describeError,
  type ErrorCode,
  type FailReason,
  type PortageError,
} from '@portage/core';
import type { Transaction } from '@portage/database';
import {
  changeRequests,
  depositKey,
  mainLeg,
  openDepositId,
  readReorgCount,
  readRequote,
  refuseRequote,
  requoteEntry,
  requoteKind,
  payoutJob,
  writeRequote,
  type Job,
  type NewRequest,
  type OpenDeposit,
  type Settlement,
} from '@portage/settlement';
import type { Quoter } from './createQuoter.js';

/** Everything that quoting anew works with. */
export interface RequoterOptions {
  readonly quoter: Pick<Quoter, 'quoteDeposit'>;
  readonly store: Settlement;
  /** Name of this process among the workers of the database. */
  readonly worker: string;
  readonly log: (message: string, context?: Readonly<Record<string, unknown>>) => void;
}

/** Quotes what came through open deposit addresses. */
export interface Requoter {
  /** Works until the signal aborts. */
  run(signal: AbortSignal): Promise<void>;
}

const pollMs = 500;
const batchMax = 16;
const leaseSeconds = 30;

/** A market that says nothing for so long is not waited for: the money goes back. */
const attemptsMax = 20;
const retryMs = 1_000;

/** Reasons for giving a deposit back, in the words of the wire. */
const reasons: Partial<Record<ErrorCode, FailReason>> = {
  AMOUNT_TOO_LOW: 'DEPOSITED_AMOUNT_TOO_LOW_TO_FILL',
  INSUFFICIENT_LIQUIDITY: 'SOLVER_CAPACITY_EXCEEDED',
  SPONSOR_BALANCE_TOO_LOW: 'SPONSOR_BALANCE_TOO_LOW',
  UNSUPPORTED_CURRENCY: 'INCORRECT_DEPOSIT_CURRENCY',
  INVALID_INPUT_CURRENCY: 'INCORRECT_DEPOSIT_CURRENCY',
};

/**
 * Makes the worker that turns deposits of open addresses into orders of their own, at the prices of
 * now.
 */
export function createRequoter(options: RequoterOptions): Requoter {
  const { store, log, worker } = options;
  async function work(): Promise<number> {
    const jobs = await store.jobs.claim({
      kind: requoteKind,
      limit: batchMax,
      worker,
      leaseSeconds,
    });
    for (const job of jobs) {
      await requote(options, job).catch(async (error: unknown) => {
        const message = describeError(error);
        log('a deposit could not be quoted', { job: job.leg, error: message });
        await store.jobs.retry([job.id], { delayMs: retryMs, error: message });
      });
    }
    return jobs.length;
  }
  return {
    run: async (signal) => {
      const wake = createWake();
      const unsubscribe = store.jobs.onAdded({ kind: requoteKind }, wake.call);
      try {
        while (!signal.aborted) {
          const done = await work().catch((error: unknown) => {
            log('quoting what arrived failed', {
              error: describeError(error),
            });
            return 0;
          });
          if (done < batchMax) await wake.wait(signal);
        }
      } finally {
        unsubscribe();
      }
    },
  };
}

/** Waits for a call or for a while; a call while nobody waits is not lost. */
function createWake(): { readonly call: () => void; wait(signal: AbortSignal): Promise<void> } {
  let isCalled = false;
  let stop = new AbortController();
  return {
    call: () => {
      isCalled = true;
      stop.abort();
    },
    wait: async (signal) => {
      if (!isCalled)
        await sleep(pollMs, undefined, { signal: AbortSignal.any([signal, stop.signal]) }).catch(
          () => undefined,
        );
      isCalled = false;
      stop = new AbortController();
    },
  };
}

/**
 * Reads, quotes and writes in one transaction: the deposit stays as it is meanwhile, and a process
 * that dies leaves nothing.
 */
async function requote(options: RequoterOptions, job: Job): Promise<void> {
  const { store } = options;
  const { deposit } = job;
  assert(deposit !== undefined, 'a requote has its deposit');
  await store.transaction(async (tx) => {
    const open = await readRequote(tx, deposit);
    if (open !== undefined)
      await (open.requoted === undefined
        ? quoteAnew(options, tx, open, job.attempts)
        : payAgain(options, tx, open, open.requoted));
    await store.jobs.done(tx, [job.id]);
  });
}

async function quoteAnew(
  options: RequoterOptions,
  tx: Transaction,
  open: OpenDeposit,
  attempts: number,
): Promise<void> {
  let request: NewRequest;
  try {
    request = await options.quoter.quoteDeposit(open);
  } catch (error) {
    if (!isPortageError(error) || (error.retryable && attempts < attemptsMax)) throw error;
    await giveBack(options, tx, open, error);
    return;
  }
  await writeRequote(tx, open, request);
  await pay(options, tx, open, { ...request, isFilled: false });
}

/** A deposit that is back after a reorg: its order is there, and pays at most once. */
async function payAgain(
  options: RequoterOptions,
  tx: Transaction,
  open: OpenDeposit,
  made: NonNullable<OpenDeposit['requoted']>,
): Promise<void> {
  if (!made.isPaid) await pay(options, tx, open, made);
}

async function pay(
  { store }: RequoterOptions,
  tx: Transaction,
  open: OpenDeposit,
  made: {
    readonly orderId: string;
    readonly destinationChainId: number;
    readonly isFilled: boolean;
  },
): Promise<void> {
  const { orderId, destinationChainId, isFilled } = made;
  const deposit = openDepositId(open);
  await store.ledger.book(tx, [requoteEntry(open, orderId, await readReorgCount(tx, deposit))]);
  await changeRequests(tx, store.hub, [
    {
      orderId,
      events: isFilled ? ['depositFinal', 'fillConfirmed'] : ['depositFinal'],
      inTxIds: [open.deposit.txId],
    },
  ]);
  await store.jobs.add(tx, [
    payoutJob({
      kind: 'fill',
      chainId: destinationChainId,
      orderId,
      leg: mainLeg,
      deposit,
      amount: open.deposit.amount,
      reason: 'N/A',
    }),
  ]);
}

/**
 * What cannot be quoted goes back, and ends the address's own request where that still waited for
 * its money.
 */
async function giveBack(
  { store, log }: RequoterOptions,
  tx: Transaction,
  open: OpenDeposit,
  error: PortageError,
): Promise<void> {
  const { address, deposit, isMainOpen } = open;
  const id = openDepositId(open);
  const leg = isMainOpen ? mainLeg : depositKey(id);
  const reason = reasons[error.code] ?? 'NO_QUOTES';
  await refuseRequote(tx, open, { leg, reason });
  if (isMainOpen)
    await changeRequests(tx, store.hub, [
      {
        orderId: address.orderId,
        events: ['depositFinal'],
        inTxIds: [deposit.txId],
        failReason: reason,
      },
    ]);
  await store.jobs.add(tx, [
    payoutJob({
      kind: 'refund',
      chainId: address.chainId,
      orderId: address.orderId,
      leg,
      deposit: id,
      amount: deposit.amount,
      reason,
    }),
  ]);
  log('a deposit is not quoted and goes back', {
    orderId: address.orderId,
    code: error.code,
    error: error.message,
  });
}
