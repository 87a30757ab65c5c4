import type { SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { relayJob } from '../../kit/jobs/relayJob.js';
import { relayEntry } from '../../books/ledger/entries/relayEntries.js';
import {
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { RowOf } from '../../transactions/outbox/readOutbox.js';
import type { Obligation } from '../../transactions/settlements/obligation.js';
import type { Outflow } from '../../transactions/settlements/outflowsOf.js';
import { toRelayPayload } from '../../transactions/settlements/relayIntent.js';
import { closed } from '../../transactions/outbox/closed.js';

/** Milliseconds before a call that failed is looked at again. */
const relayRetryMs = 2_000;

/** Native currency that a call takes along. */
export function takenByRelay({
  intent: { currency, amount },
}: Obligation<'relay'>): readonly Outflow[] {
  return [{ currency, amount: BigInt(amount) }];
}

function closedRelay(
  context: SettlingContext,
  row: RowOf<'relay'>,
  settled: boolean,
): SettlementEffects {
  return closed(context, row, { taken: takenByRelay(row.obligation), settled });
}

/**
 * Effects of a call none of whose transactions can land any more: its reservation is released, and
 * the same call is planned once more; how often is for the planner to say. Pure.
 */
export function failRelay(context: SettlingContext, row: RowOf<'relay'>): SettlementEffects {
  const { obligation } = row;
  const { value, worth, ...payload } = toRelayPayload(obligation, obligation.intent);
  return {
    ...closedRelay(context, row, false),
    jobs: [
      relayJob({
        ...payload,
        chainId: context.chain.id,
        value: BigInt(value),
        delayMs: relayRetryMs,
        worth: worth === undefined ? undefined : BigInt(worth),
      }),
    ],
  };
}

/**
 * Effects of the end of a call. What it brought in is seen as an event; here only its cost is
 * booked. Pure.
 */
export function settleRelay(
  context: SettlingContext,
  ended: EndedTransaction<RowOf<'relay'>>,
): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { currency, amount } = row.obligation.intent;
  const isMade = outcome.status === 'mined';
  const value = isMade ? BigInt(amount) : 0n;
  const end = isMade ? closedRelay(context, row, true) : failRelay(context, row);
  const spent = { chainId: chain.id, sender: row.sender, currency, reserved: 0n };
  return {
    ...end,
    entries: relayEntry(toBooked(chain, ended), value),
    inventory: [...end.inventory, { ...spent, balance: -outcome.gasCost - value }],
  };
}
