import type { OrderData } from '@portage/core';
import type { Queryable } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { readOrders } from '../../chains/deposits/readOrderFacts.js';
import { endFastFill, type FastFillEnd } from './endFastFill.js';
import { placeFastFill, type NewFastFill, type PlacedFastFill } from './placeFastFill.js';
import { readOpenFastFills, type OpenFastFill } from './readOpenFastFills.js';

/** Payouts before their deposits are final, which apps guarantee with their earnings. */
export interface FastFills {
  /**
   * Sets earnings of an app apart; from then on the deposit of the order counts as final as soon as
   * a block has it.
   *
   * @throws PortageError `FAST_FILL_BALANCE_TOO_LOW`
   */
  place(fastFill: NewFastFill): Promise<PlacedFastFill>;
  /** The order of this id, quoted or begun; undefined for what has none, as a send. */
  order(orderId: string): Promise<OrderData | undefined>;
  /**
   * A page of those that are held, and of debited ones whose deposits came after all, oldest first:
   * what stands behind an order, the oldest without one. None at the end.
   */
  open(after?: string): Promise<readonly OpenFastFill[]>;
  /** Ends one, once; false where it has ended, or where it has changed since it was read. */
  end(fastFill: OpenFastFill, end: FastFillEnd): Promise<boolean>;
}

/** Makes the verbs of fast fills. */
export function createFastFills(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'orders'>,
): FastFills {
  return {
    place: (fastFill) => placeFastFill(settlement, fastFill),
    order: async (orderId) =>
      (await readOrders(database, settlement.orders, [orderId])).get(orderId)?.order,
    open: (after) => readOpenFastFills(database, after),
    end: (fastFill, end) => endFastFill(settlement, fastFill, end),
  };
}
