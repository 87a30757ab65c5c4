import { setTimeout as sleep } from 'node:timers/promises';
import { PortageError } from '@portage/core';
import type { Settlement } from '@portage/settlement';
import { exitCodes, type ExitCode } from '../exitCodes.js';
import { openNames, type Names } from '../transfer/names.js';
import { withSettlement, type DataOptions } from '../serviceDatabase.js';
import type { Session } from '../session.js';

type Reconciliations = Settlement['reconciliations'];
type Difference = Awaited<ReturnType<Reconciliations['differences']>>[number];

const ageSecondsMax = 60;
const pollMs = 500;

/** `portage reconcile list` */
export async function listDifferences(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const differences = await withSettlement(options, io, ({ reconciliations }) =>
    reconciliations.differences(),
  );
  if (differences.length === 0 && !output.json)
    output.result({}, ['No chain was compared with the books yet.']);
  const names = await openNames(session);
  for (const one of differences) {
    const shown = (amount: bigint): string => names.amount(one, amount);
    const line = describe(one);
    output.result(
      {
        event: 'balance',
        ...line,
        suspense: one.suspense.toString(),
        height: one.height,
        ageSeconds: Math.round(one.ageSeconds),
        isConfirmed: one.isConfirmed,
      },
      [
        [
          names.chain(one.chainId),
          one.account,
          names.currency(one),
          `chain ${shown(one.balance)}, books ${shown(one.books)}, difference ${differenceOf(one, names)}, suspense ${shown(one.suspense)}`,
        ].join('  '),
        `  block ${String(one.height)}, ${String(Math.round(one.ageSeconds))} s ago${one.isConfirmed ? '' : ', told once so far'}`,
      ],
    );
  }
  return exitCodes.ok;
}

function describe({ chainId, account, currency, balance, books }: Difference) {
  const difference = balance - books;
  return {
    chainId,
    account,
    currency,
    balance: balance.toString(),
    books: books.toString(),
    difference: `${difference > 0n ? '+' : ''}${difference.toString()}`,
  };
}

/** The chain's balance less that of the books, with its sign. */
function differenceOf(one: Difference, names: Names): string {
  const difference = one.balance - one.books;
  return `${difference > 0n ? '+' : ''}${names.amount(one, difference)}`;
}

/** Options of `portage reconcile book`. */
export interface BookOptions extends DataOptions {
  /** Reason of the difference; it is stored with the booking. */
  readonly reason: string;
  readonly currency?: string | undefined;
  readonly of?: 'solver' | 'depository' | undefined;
  readonly clearHalt?: boolean | undefined;
  /** Seconds. */
  readonly timeout: number;
}

/**
 * `portage reconcile book`: waits for a comparison that two readings confirm, and books what
 * differs.
 */
export async function bookDifferences(
  session: Session,
  chainId: number,
  options: BookOptions,
): Promise<ExitCode> {
  const { output, io } = session;
  const booked = await withSettlement(options, io, async (settlement) => {
    const end = Date.now() + options.timeout * 1_000;
    for (;;) {
      const found = await book(settlement, chainId, options);
      if (found.type === 'booked') return found;
      if (Date.now() >= end || io.signal.aborted) throw notCompared(chainId, options.timeout);
      output.progress(`waiting for chain ${String(chainId)} to be compared with the books`);
      await sleep(pollMs);
    }
  });
  const names = await openNames(session);
  const chain = names.chain(chainId);
  for (const one of booked.differences) {
    const { balance, books, difference, ...place } = describe(one);
    output.result({ event: 'booked', ...place, balance, books, amount: difference }, [
      `${chain}  ${one.account}  ${names.currency(one)}  booked ${differenceOf(one, names)}`,
    ]);
  }
  if (booked.differences.length === 0 && !output.json)
    output.result({}, [`chain ${chain} agrees with the books`]);
  if (options.clearHalt === true || booked.isShort)
    output.result(
      {
        event: 'halt-cleared',
        chainId,
        cleared: booked.clearedHalt !== undefined,
        reason: booked.clearedHalt ?? null,
        isShort: booked.isShort,
      },
      [haltText(chain, booked)],
    );
  return booked.isShort ? exitCodes.failed : exitCodes.ok;
}

type Booked = Extract<Awaited<ReturnType<Reconciliations['book']>>, { readonly type: 'booked' }>;

function haltText(chain: string, { isShort, clearedHalt }: Booked): string {
  if (isShort) return `chain ${chain} still has less than the books say`;
  return clearedHalt === undefined
    ? `chain ${chain} is not halted`
    : `chain ${chain} goes on; it was halted: ${clearedHalt}`;
}

const book = (
  { reconciliations }: Settlement,
  chainId: number,
  { reason, currency, of, clearHalt }: BookOptions,
) =>
  reconciliations.book({
    chainId,
    reason,
    currency,
    of,
    ageSecondsMax,
    clearsHalt: clearHalt === true,
  });

function notCompared(chainId: number, seconds: number): PortageError {
  return new PortageError('SERVICE_UNAVAILABLE', {
    message: `Chain ${String(chainId)} was not compared with the books within ${String(seconds)} seconds.`,
    hint: 'A worker compares them: look whether one runs and reads the chain, then try again.',
  });
}

/** `portage reconcile history` */
export async function listBooked(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const booked = await withSettlement(options, io, ({ reconciliations }) =>
    reconciliations.booked(),
  );
  if (booked.length === 0 && !output.json) output.result({}, ['No difference was booked yet.']);
  const names = await openNames(session);
  for (const { chainId, account, currency, amount, reason, bookedAt } of booked)
    output.result(
      {
        event: 'reconciliation',
        chainId,
        account,
        currency,
        reason,
        bookedAt,
        amount: amount.toString(),
      },
      [
        [
          new Date(bookedAt).toISOString(),
          names.chain(chainId),
          account,
          names.currency({ chainId, currency }),
          names.amount({ chainId, currency }, amount),
          reason,
        ].join('  '),
      ],
    );
  return exitCodes.ok;
}

/** `portage reconcile suspense` */
export async function listSuspense(session: Session, options: DataOptions): Promise<ExitCode> {
  const { output, io } = session;
  const deposits = await withSettlement(options, io, ({ reconciliations }) =>
    reconciliations.suspense(),
  );
  if (deposits.length === 0 && !output.json) output.result({}, ['Nothing is in suspense.']);
  const names = await openNames(session);
  for (const { chainId, txId, ordinal, depositor, payer, currency, reason, ...one } of deposits)
    output.result(
      {
        event: 'suspense',
        chainId,
        txId,
        ordinal,
        orderId: one.orderId,
        depositor,
        payer,
        currency,
        amount: one.amount.toString(),
        reason,
      },
      [
        [
          names.chain(chainId),
          `${txId}:${String(ordinal)}`,
          names.money({ chainId, currency }, one.amount),
          reason,
        ].join('  '),
        `  depositor ${depositor}, order ${one.orderId}`,
      ],
    );
  return exitCodes.ok;
}

/** Options of `portage reconcile take`. */
export interface TakeOptions extends DataOptions {
  readonly reason: string;
  readonly ordinal: number;
}

/** Deposit that `portage reconcile take` names. */
export interface NamedDeposit {
  readonly chainId: number;
  readonly txId: string;
}

/** `portage reconcile take`: the solver brings the deposit home with its earnings. */
export async function takeSuspended(
  session: Session,
  { chainId, txId }: NamedDeposit,
  options: TakeOptions,
): Promise<ExitCode> {
  const { output, io } = session;
  const { ordinal, reason } = options;
  const taken = await withSettlement(options, io, ({ reconciliations }) =>
    reconciliations.take({ chainId, txId, ordinal, reason }),
  );
  if (taken === undefined)
    throw new PortageError('UNKNOWN_TRANSACTION', {
      message: `Deposit ${txId}:${String(ordinal)} on chain ${String(chainId)} is not in suspense.`,
      hint: '`portage reconcile suspense` lists what is.',
    });
  const amount = taken.amount.toString();
  const names = await openNames(session);
  const money = names.money({ chainId, currency: taken.currency }, taken.amount);
  output.result(
    { event: 'taken', chainId, txId, ordinal, currency: taken.currency, amount, reason },
    [`${money} is collected with the earnings of the chain`],
  );
  return exitCodes.ok;
}
