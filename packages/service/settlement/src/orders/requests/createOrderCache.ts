import type { OrderData } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/** Orders that are remembered; some kilobytes each. */
const rememberedMax = 4_096;

/**
 * Orders that were read lately: an order never changes, so what is remembered is as good as what is
 * read.
 */
export interface OrderMemory {
  /**
   * The orders with these ids, those that are not remembered from the database; unknown ids are
   * missing in the map.
   */
  read(database: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderData>>;
  /** The order with this id, where it is remembered. */
  known(orderId: string): OrderData | undefined;
  /** Remembers an order that was read with something else. */
  remember(orderId: string, order: OrderData): void;
}

const readStatement: Statement = {
  name: 'orders_read',
  isReading: true,
  text: `
select order_id as id, order_data as data from requests where order_id = any($1::bytea[]) and order_data is not null
union all select order_id, order_data from waiting_quotes where order_id = any($1::bytea[]) and order_data is not null
union all select id, order_data from withdrawals where id = any($1::bytea[])`,
};

/**
 * Makes an empty memory. The judgement of a deposit has read its order; the payment need not read
 * and parse it again.
 */
export function createOrderMemory(): OrderMemory {
  const remembered = new Map<string, OrderData>();

  function remember(id: string, order: OrderData): void {
    remembered.set(id, order);
    if (remembered.size <= rememberedMax) return;
    for (const oldest of remembered.keys()) {
      remembered.delete(oldest);
      return;
    }
  }

  return {
    known: (orderId) => remembered.get(orderId),
    remember,
    read: async (database, orderIds) => {
      const found = new Map<string, OrderData>();
      const missing: string[] = [];
      for (const id of orderIds) {
        const order = remembered.get(id);
        if (order === undefined) missing.push(id);
        else found.set(id, order);
      }
      if (missing.length === 0) return found;
      for (const { id, data } of await database.query<{ id: string; data: OrderData }>(
        readStatement,
        [hashArray(missing)],
      )) {
        found.set(id, data);
        remember(id, data);
      }
      return found;
    },
  };
}
