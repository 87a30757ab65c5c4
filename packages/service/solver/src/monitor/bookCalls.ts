import {
  accounts,
  callJob,
  ledgerAsset,
  spendEntry,
  spendRef,
  toCallPayload,
  type Entry,
  type Leg,
  type NewJob,
  type OutboxRow,
} from '@portage/settlement';
import type { Desk } from '../context.js';
import { emptyAftermath, type Aftermath, type Ended } from './aftermath.js';

/** Before a call that reverted is looked at again. */
const callRetryMs = 2_000;

type Call = NonNullable<OutboxRow['call']>;

function entryOf(desk: Desk, { row, outcome }: Ended, paid: bigint): readonly Entry[] {
  const asset = ledgerAsset(desk.chain.id, desk.chain.native.address);
  const legs: readonly Leg[] = [
    { account: accounts.inventory(row.sender), asset, amount: -outcome.gasCost - paid },
    { account: accounts.gas, asset, amount: outcome.gasCost },
    { account: accounts.outside, asset, amount: paid },
  ];
  const moved = legs.filter(({ amount }) => amount !== 0n);
  return moved.length === 0
    ? []
    : [{ kind: spendEntry, ref: spendRef(desk.chain.id, row.txId, row.losses), legs: moved }];
}

/** The same call once more; how often is for whoever plans it to say. */
function again(desk: Desk, call: Call): NewJob {
  const { value, ...payload } = toCallPayload(call, call.intent);
  return callJob({
    ...payload,
    chainId: desk.chain.id,
    value: BigInt(value),
    runAt: desk.now() + callRetryMs,
  });
}

/**
 * What follows when no transaction of a call can land any more: its hold is released, and it is
 * decided anew.
 */
export function afterCallDeath(desk: Desk, call: Call): Aftermath {
  const { orderId, leg, intent, gasHeld } = call;
  return {
    ...emptyAftermath,
    inventory: [{ currency: intent.currency, balance: 0n, held: -gasHeld - BigInt(intent.amount) }],
    slots: [{ orderId, leg, settled: false, gasHeld: 0n }],
    jobs: [again(desk, call)],
  };
}

/**
 * What follows from the end of a call. What it brought in is seen as an event; here only its cost
 * is booked. Pure.
 */
export function afterCallEnd(desk: Desk, ended: Ended, call: Call): Aftermath {
  const { outcome } = ended;
  const isMade = outcome.status === 'mined';
  const paid = isMade ? BigInt(call.intent.amount) : 0n;
  const death = afterCallDeath(desk, call);
  return {
    ...death,
    entries: entryOf(desk, ended, paid),
    inventory: [
      ...death.inventory,
      { currency: call.intent.currency, balance: -outcome.gasCost - paid, held: 0n },
    ],
    ...(isMade
      ? { slots: [{ orderId: call.orderId, leg: call.leg, settled: true, gasHeld: 0n }], jobs: [] }
      : {}),
  };
}
