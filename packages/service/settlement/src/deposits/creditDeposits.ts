import type { Chains } from '@portage/core';
import { mainLeg, type DepositId } from '../depositId.js';
import type { NewJob } from '../jobs/createJobs.js';
import { spendJob } from '../jobs/payoutJob.js';
import { requoteJob } from '../jobs/requoteJob.js';
import { accounts, ledgerAsset } from '../ledger/accounts.js';
import type { Entry, Leg } from '../ledger/createLedger.js';
import type { RequestChange } from '../requests/changeRequests.js';
import type { WrittenDeposit } from './depositRow.js';
import type { JudgedDeposit } from './judgeDeposits.js';

/** What follows from deposits: movements on the ledger, payments to make, changes of requests. */
export interface Consequences {
  readonly entries: readonly Entry[];
  readonly jobs: readonly NewJob[];
  readonly changes: readonly RequestChange[];
}

const nonZero = (legs: readonly Leg[]): readonly Leg[] =>
  legs.filter(({ amount }) => amount !== 0n);

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

interface Fresh {
  readonly deposit: JudgedDeposit;
  readonly written: WrittenDeposit;
}

/** Adds up what moves on each account of an asset. */
function createSums(): {
  add(account: string, asset: string, amount: bigint): void;
  legs(): readonly Leg[];
} {
  const assets = new Map<string, Map<string, bigint>>();
  return {
    add: (account, asset, amount) => {
      const sums = assets.get(asset) ?? new Map<string, bigint>();
      assets.set(asset, sums);
      sums.set(account, (sums.get(account) ?? 0n) + amount);
    },
    legs: () =>
      nonZero(
        [...assets].flatMap(([asset, sums]) =>
          Array.from(sums, ([account, amount]) => ({ account, asset, amount })),
        ),
      ),
  };
}

/**
 * One entry for all deposits that became final in a step. It is named after the first of them and
 * how often that one was lost before: a deposit becomes final in one step only, until it is lost
 * again.
 */
function depositsEntry(final: readonly Fresh[], chainId: number): readonly Entry[] {
  const [first] = final;
  if (first === undefined) return [];
  const sums = createSums();
  for (const {
    deposit: { event, verdict },
    written,
  } of final) {
    const asset = ledgerAsset(chainId, event.currency);
    const returned = smaller(written.covered, event.amount);
    sums.add(accounts.outside, asset, -event.amount);
    sums.add(accounts.pnl, asset, returned);
    sums.add(
      verdict?.outcome === 'suspense' ? accounts.suspense : accounts.escrow(event.orderId),
      asset,
      event.amount - returned,
    );
  }
  return [
    {
      kind: 'deposits',
      ref: `${first.deposit.key}:${String(first.written.losses)}`,
      legs: sums.legs(),
    },
  ];
}

function depositJobs(
  { event, verdict, key, facts }: JudgedDeposit,
  chainId: number,
  chains: Chains,
): readonly NewJob[] {
  if (verdict === undefined || verdict.outcome === 'suspense' || facts === undefined) return [];
  const deposit: DepositId = { chainId, txId: event.txId, ordinal: event.ordinal };
  const common = { orderId: event.orderId, deposit, reason: verdict.reason };
  if (verdict.outcome === 'requote') return [requoteJob(event.orderId, deposit)];
  if (verdict.outcome === 'refund')
    return [
      spendJob({ ...common, kind: 'refund', chainId, leg: verdict.leg, gross: event.amount }),
    ];
  // A deposit that came back after its order was filled needs no other fill, and its chain may be
  // gone from the configuration.
  const destination = chains.all.find(({ slug }) => slug === facts.order.output.chainId);
  const fill =
    destination === undefined
      ? []
      : [
          spendJob({
            ...common,
            kind: 'fill',
            chainId: destination.id,
            leg: mainLeg,
            gross: verdict.quoted,
            isLate: verdict.isLate,
          }),
        ];
  if (verdict.excess === 0n) return fill;
  return [
    ...fill,
    spendJob({ ...common, kind: 'refund', chainId, leg: key, gross: verdict.excess }),
  ];
}

function depositChange({
  event,
  verdict,
  facts,
  takesMain,
}: JudgedDeposit): readonly RequestChange[] {
  if (!takesMain) return [];
  const common = { orderId: event.orderId, inTxIds: [event.txId] };
  if (verdict === undefined) return [{ ...common, events: ['depositSeen'] }];
  if (verdict.outcome === 'refund')
    return [{ ...common, events: ['depositFinal'], failReason: verdict.reason }];
  // A payment may have been seen before the deposit came back after a reorg.
  return [
    {
      ...common,
      events: facts?.filled === true ? ['depositFinal', 'fillConfirmed'] : ['depositFinal'],
    },
  ];
}

/**
 * What follows from deposits that were just written. Pure.
 *
 * @param written - for each deposit what was booked on it before; undefined where nothing was
 *   written
 */
export function creditDeposits(
  judged: readonly JudgedDeposit[],
  written: readonly (WrittenDeposit | undefined)[],
  chainId: number,
  chains: Chains,
): Consequences {
  const fresh = judged.flatMap((deposit, index): readonly Fresh[] => {
    const row = written[index];
    return row === undefined ? [] : [{ deposit, written: row }];
  });
  const final = fresh.filter(({ deposit }) => deposit.verdict !== undefined);
  return {
    entries: depositsEntry(final, chainId),
    jobs: final.flatMap(({ deposit }) => depositJobs(deposit, chainId, chains)),
    changes: fresh.flatMap(({ deposit }) => depositChange(deposit)),
  };
}
