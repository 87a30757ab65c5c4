import { randomBytes } from 'node:crypto';
import type { Load } from './load.js';
import { quoteOrders, sendDeposits, type Order } from './orders.js';
import { untilStatus } from './status.js';

const deposits = 3_000;

/**
 * Deposits of one block, until all are booked. Their ids are unknown, so each is read, proved,
 * looked up and booked as held, and no fill runs beside it; the last one belongs to an order, whose
 * status tells when the block is done.
 */
export function indexLoad(): Load {
  return {
    name: 'index',
    orders: deposits,
    warmUps: 3,
    prepare: async (side) => {
      const [order] = await quoteOrders(side, 1);
      if (order === undefined) throw new Error('One order was quoted.');
      const strangers = Array.from({ length: deposits - 1 }, () => underOtherId(order));
      await sendDeposits(side, [...strangers, order.deposit]);
      return async () => {
        await side.origin.call('evm_mine', []);
        await untilStatus(side, order, (status) => status !== 'waiting');
      };
    },
  };
}

function underOtherId({ orderId, deposit }: Order): Order['deposit'] {
  const id = orderId.slice(2);
  if (!deposit.data.includes(id)) throw new Error('The deposit does not name its order.');
  return {
    ...deposit,
    data: `0x${deposit.data.slice(2).replace(id, randomBytes(32).toString('hex'))}`,
  };
}
