import type { OrderCall } from '@portage/core/chain';
import {
  fakeDepository,
  readFakeSignedDeposit,
  readFakeSweep,
  type FakeAction,
  type MinedTransaction,
} from '@portage/testing';
import { arrivedOf, solverAccount, type World } from '../chains/createWorld.js';
import type { OrderPlan } from '../orders/planOrder.js';

/** A movement of money that a chain holds. */
export interface Movement {
  readonly chainId: number;
  readonly txId: string;
  readonly currency: string;
  readonly amount: bigint;
  /** Account that got it. */
  readonly to: string;
  /** Unix seconds of its block. */
  readonly time: number;
}

/** A payment of an order, with what happened beside. */
export interface Fill extends Movement {
  readonly topup: bigint;
  readonly calls: readonly OrderCall[];
}

/** Everything that the chains hold of one order. */
export interface OrderFlow {
  readonly deposits: Movement[];
  readonly fills: Fill[];
  readonly refunds: Movement[];
  readonly reclaims: Movement[];
  /** Collections of the solver, which bring earnings into its inventory. */
  readonly collections: Movement[];
}

interface BlockPlace {
  readonly chainId: number;
  readonly time: number;
}

/** Everything that the chains hold, by order. Payments of claims are under the ids of claims. */
export type Flows = ReadonlyMap<string, OrderFlow>;

const emptyFlow = (): OrderFlow => ({
  deposits: [],
  fills: [],
  refunds: [],
  reclaims: [],
  collections: [],
});

/**
 * Rebuilds the money flow of each order from the chains alone, by what their transactions ask for:
 * neither the database nor the events that the service reads are asked.
 */
export function readFlows(world: World, plans: readonly OrderPlan[]): Flows {
  const addresses = new Map(
    plans.flatMap(({ depositAddress, orderId }) =>
      depositAddress === undefined ? [] : [[depositAddress, orderId]],
    ),
  );
  const flows = new Map<string, OrderFlow>();
  const flowOf = (orderId: string): OrderFlow => {
    const known = flows.get(orderId) ?? emptyFlow();
    flows.set(orderId, known);
    return known;
  };

  function note(
    { chainId, time }: BlockPlace,
    { txId, body, events }: MinedTransaction,
    action: FakeAction,
  ): void {
    const { currency, amount } = action;
    const moved = (to: string): Movement => ({ chainId, txId, currency, amount, to, time });
    if (action.type === 'deposit')
      flowOf(action.orderId).deposits.push({
        ...moved(fakeDepository),
        amount: arrivedOf(currency, amount),
      });
    if (action.type === 'transfer') {
      const orderId = addresses.get(action.recipient);
      if (orderId !== undefined) flowOf(orderId).deposits.push(moved(action.recipient));
    }
    if (action.type === 'fill' && body.sender === solverAccount)
      flowOf(action.orderId).fills.push({
        ...moved(action.recipient),
        topup: action.topup ?? 0n,
        calls: action.calls,
      });
    if (action.type === 'refund') flowOf(action.orderId).refunds.push(moved(action.recipient));
    if (action.type === 'collection')
      for (const release of action.releases)
        flowOf(release.orderId).collections.push({ ...moved(body.sender), amount: release.amount });
    // A sweep moves money that was counted when it was paid to the address.
    if (
      action.type === 'call' &&
      action.data !== '0x' &&
      readFakeSweep(action.data) === undefined
    ) {
      const signed = readFakeSignedDeposit(action.data);
      flowOf(signed.orderId).deposits.push({
        ...moved(fakeDepository),
        currency: signed.currency,
        amount: arrivedOf(signed.currency, signed.amount),
      });
    }
    if (action.type === 'reclaim')
      for (const event of events)
        if (event.type === 'reclaim')
          flowOf(event.orderId).reclaims.push({
            ...moved(body.sender),
            currency: event.currency,
            amount: event.amount,
          });
  }

  for (const { kind, fake } of world.chains)
    for (const { cursor, transactions } of fake.blocks())
      for (const transaction of transactions)
        if (transaction.status === 'mined')
          for (const action of transaction.body.actions)
            note({ chainId: kind.id, time: cursor.time }, transaction, action);
  return flows;
}
