import type { Chains } from '@portage/core/chain';
import { mainLeg, type DepositId } from '../../kit/depositId.js';
import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import type { NewJob } from '../../kit/jobs/createJobs.js';
import { payoutJob } from '../../kit/jobs/payoutJob.js';
import { requoteJob } from '../../kit/jobs/requoteJob.js';
import { ledgerAsset, type LedgerChain } from '../../books/ledger/accounts.js';
import type { Entry } from '../../books/ledger/createLedger.js';
import { depositRef, depositsEntry } from '../../books/ledger/entries/depositEntries.js';
import type { RequestChange } from '../../orders/requests/changeRequests.js';
import { unclaimedOwner } from './depositOwner.js';
import type { WrittenDeposit } from './depositRow.js';
import type { JudgedDeposit } from './judgeDeposits.js';

interface Fresh {
  readonly deposit: JudgedDeposit;
  readonly written: WrittenDeposit;
}

/**
 * One entry for all deposits that became final in a step. It is named after the first of them and
 * how often that one was lost before: a deposit becomes final in one step only, until it is lost
 * again.
 */
function entriesOf(
  final: readonly Fresh[],
  { id: chainId, native }: LedgerChain,
): readonly Entry[] {
  const [first] = final;
  if (first === undefined) return [];
  return [
    depositsEntry(
      depositRef(first.deposit.key, first.written.reorgCount),
      final.map(({ deposit: { event, outcome }, written }) => ({
        orderId: event.orderId,
        asset: ledgerAsset(chainId, event.currency),
        amount: event.amount,
        isSuspended: outcome?.type === 'suspense',
        owner: unclaimedOwner({ ...event, reason: outcome?.reason ?? 'N/A' }, native),
        coveredLoss: written.coveredLoss,
      })),
    ),
  ];
}

function jobsOf(
  { event, outcome, key, facts }: JudgedDeposit,
  chainId: number,
  chains: Chains,
): readonly NewJob[] {
  if (outcome === undefined || outcome.type === 'suspense' || facts === undefined) return [];
  const deposit: DepositId = { chainId, txId: event.txId, ordinal: event.ordinal };
  const common = { orderId: event.orderId, deposit, reason: outcome.reason };
  if (outcome.type === 'requote') return [requoteJob(event.orderId, deposit)];
  if (outcome.type === 'refund')
    return [
      payoutJob({ ...common, kind: 'refund', chainId, leg: outcome.leg, amount: event.amount }),
    ];
  // A deposit that came back after its order was filled needs no other fill, and its chain may be
  // gone from the configuration.
  const destination = chains.all.find(({ slug }) => slug === facts.order.output.chainId);
  const fill =
    destination === undefined
      ? []
      : [
          payoutJob({
            ...common,
            kind: 'fill',
            chainId: destination.id,
            leg: mainLeg,
            amount: outcome.quoted,
            isLate: outcome.isLate,
          }),
        ];
  if (outcome.excess === 0n) return fill;
  return [
    ...fill,
    payoutJob({ ...common, kind: 'refund', chainId, leg: key, amount: outcome.excess }),
  ];
}

/**
 * Whether the payer of an order paid it once more. Its request then shows the deposit; those of
 * strangers would only grow it.
 */
function isExtra({
  event,
  outcome,
  facts,
}: Pick<JudgedDeposit, 'event' | 'outcome' | 'facts'>): boolean {
  return outcome?.type === 'refund' && facts?.payer === event.payer;
}

function requestChangesOf({
  event,
  outcome,
  facts,
  takesMain,
  paidBy,
}: JudgedDeposit): readonly RequestChange[] {
  const common = { orderId: event.orderId, inTxIds: paidBy ?? [event.txId] };
  if (!takesMain) return isExtra({ event, outcome, facts }) ? [{ ...common, events: [] }] : [];
  if (outcome === undefined) return [{ ...common, events: ['depositSeen'] }];
  if (outcome.type === 'refund')
    return [{ ...common, events: ['depositFinal'], failReason: outcome.reason }];
  // A payment may have been seen before the deposit came back after a reorg.
  return [
    {
      ...common,
      events: facts?.filled === true ? ['depositFinal', 'fillConfirmed'] : ['depositFinal'],
    },
  ];
}

/**
 * Effects of the deposits of one step: final ones are booked, a matched deposit is filled, and what
 * it brought too much goes back; an open one is quoted anew; the rest goes back. Seen ones only
 * change their request. Pure.
 *
 * @param written - for each deposit what was booked on it before; undefined where nothing was
 *   written
 */
export function creditDeposits(
  judged: readonly JudgedDeposit[],
  written: readonly (WrittenDeposit | undefined)[],
  chain: LedgerChain,
  chains: Chains,
): SettlementEffects {
  const fresh = judged.flatMap((deposit, index): readonly Fresh[] => {
    const row = written[index];
    return row === undefined ? [] : [{ deposit, written: row }];
  });
  const final = fresh.filter(({ deposit }) => deposit.outcome !== undefined);
  return {
    ...noEffects,
    entries: entriesOf(final, chain),
    requests: fresh.flatMap(({ deposit }) => requestChangesOf(deposit)),
    jobs: final.flatMap(({ deposit }) => jobsOf(deposit, chain.id, chains)),
  };
}
