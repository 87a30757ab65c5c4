import { describeError, type Quote } from '@portage/core';
import { isAddress, type Hex } from 'viem';
import type { OrderInSight } from './lies.js';
import type { OrderKind } from './orderKinds.js';
import { placeOrder, type PlacedOrder } from './placeOrder.js';
import { pause } from './startLiars.js';
import { contextOf, type World } from './world.js';

/** Orders that payers make, one after the other. */
export interface PlacingOptions {
  readonly kinds: readonly OrderKind[];
  /** Payers that pay at once, each with an account of its own. */
  readonly payers: number;
  /** Whether another order is made, by the number of those that were. */
  readonly wants: (made: number) => boolean;
  readonly untilLost: LostTransactions['until'];
  readonly note: (text: string) => void;
  readonly signal: AbortSignal;
  /** Called with each quote before it is paid. */
  readonly onQuote?: (quote: Quote) => void;
}

/** Orders that were made. */
export interface Placed {
  readonly orders: PlacedOrder[];
  /** Orders that could not even be quoted, as sentences. */
  readonly refused: string[];
  /** Orders that were quoted and may wait for their payment, the newest last. */
  readonly inSight: OrderInSight[];
}

/** Makes the orders, a payer one after the other; `placed` grows meanwhile. */
export async function placeAll(
  world: World,
  { kinds, payers, wants, untilLost, note, signal, onQuote }: PlacingOptions,
  placed: Placed,
): Promise<void> {
  let next = 0;
  const notice = (quote: Quote, recipient: string): void => {
    onQuote?.(quote);
    const orderId = quote.protocol.v2?.orderId;
    // Ids of orders are hex.
    if (orderId !== undefined && isAddress(recipient))
      placed.inSight.push({ orderId: orderId as Hex, account: recipient, amount: 10n ** 16n });
  };
  const pay = async (_: unknown, payer: number): Promise<void> => {
    const context = contextOf(world, payer + 1, signal);
    while (wants(next) && !signal.aborted) {
      const kind = kinds[next % kinds.length];
      next += 1;
      if (kind === undefined) return;
      try {
        placed.orders.push(await placeOrder(kind, { context, onQuote: notice, untilLost }));
      } catch (error) {
        placed.refused.push(`${kind.name}: ${describeError(error)}`);
        // A service that quotes nothing for now is not asked without a pause.
        await pause(1_000, signal);
      }
      const ended = placed.orders.length + placed.refused.length;
      if (ended % 10 === 0) note(`${String(ended)} orders ended`);
    }
  };
  await Promise.all(Array.from({ length: payers }, pay));
}

/** Transactions that forks of Solana took back. */
export interface LostTransactions {
  readonly add: (txId: string) => void;
  /** Resolves once one of these is lost, or the signal aborts. */
  readonly until: (txIds: ReadonlySet<string>, signal: AbortSignal) => Promise<void>;
}

export function createLostTransactions(): LostTransactions {
  const lost = new Set<string>();
  return {
    add: (txId) => lost.add(txId),
    until: async (txIds, signal) => {
      while (!signal.aborted && ![...txIds].some((txId) => lost.has(txId)))
        await pause(100, signal);
    },
  };
}
