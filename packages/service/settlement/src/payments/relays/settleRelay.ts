import { noEffects, type SettlementEffects } from '../../transactions/effects/settlementEffects.js';
import { relayJob } from '../../kit/jobs/relayJob.js';
import { relayEntry } from '../../books/ledger/entries/relayEntries.js';
import {
  toBooked,
  type EndedTransaction,
  type SettlingContext,
} from '../../transactions/outbox/endedTransaction.js';
import type { OutboxRow } from '../../transactions/outbox/readOutbox.js';
import { toRelayPayload } from '../../transactions/settlements/relayIntent.js';

/** Milliseconds before a call that failed is looked at again. */
const relayRetryMs = 2_000;

/** A transaction of ours that calls a contract, with the call. */
export type RelayRow = OutboxRow & { readonly relay: NonNullable<OutboxRow['relay']> };

/** A transaction that made a call, or failed to, whose end is final. */
export type EndedRelay = EndedTransaction & { readonly row: RelayRow };

/** Whether a transaction makes a call, rather than a payment. */
export function isRelay(row: OutboxRow): row is RelayRow {
  return row.relay !== undefined;
}

/**
 * Effects of a call none of whose transactions can land any more: its reservation is released, and
 * the same call is planned once more; how often is for whoever plans it to say. Pure.
 */
export function failRelay({ chain }: SettlingContext, row: RelayRow): SettlementEffects {
  const { orderId, leg, intent, gasReserved } = row.relay;
  const { value, worth, ...payload } = toRelayPayload(row.relay, intent);
  return {
    ...noEffects,
    inventory: [
      {
        chainId: chain.id,
        sender: row.sender,
        currency: intent.currency,
        balance: 0n,
        reserved: -gasReserved - BigInt(intent.amount),
      },
    ],
    settlements: [{ orderId, leg, settled: false, gasReserved: 0n }],
    jobs: [
      relayJob({
        ...payload,
        chainId: chain.id,
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
export function settleRelay(context: SettlingContext, ended: EndedRelay): SettlementEffects {
  const { chain } = context;
  const { row, outcome } = ended;
  const { relay } = row;
  const isMade = outcome.status === 'mined';
  const value = isMade ? BigInt(relay.intent.amount) : 0n;
  const failed = failRelay(context, row);
  return {
    ...failed,
    entries: relayEntry(toBooked(chain, ended), value),
    inventory: [
      ...failed.inventory,
      {
        chainId: chain.id,
        sender: row.sender,
        currency: relay.intent.currency,
        balance: -outcome.gasCost - value,
        reserved: 0n,
      },
    ],
    ...(isMade
      ? {
          settlements: [{ orderId: relay.orderId, leg: relay.leg, settled: true, gasReserved: 0n }],
          jobs: [],
        }
      : {}),
  };
}
