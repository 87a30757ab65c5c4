import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { describedChain } from '../side/description.js';
import { destinationChainId, type Side } from '../side/startSide.js';
import type { Load } from './load.js';
import { quoteOrders, sendDeposits, type Order } from './orders.js';
import { untilStatus } from './status.js';

const orders = 200;
const pollMs = 50;
const waitMsMax = 60_000;

const poolSchema = z.object({ pending: z.string() });
const logsSchema = z.array(z.object({ topics: z.array(z.string()) }));

/** Deposits of one block, until all their orders are filled and the service says so. */
export function fillLoad(): Load {
  return {
    name: 'fill',
    orders,
    warmUps: 3,
    prepare: async (side) => {
      const quoted = await quoteOrders(side, orders);
      await sendDeposits(
        side,
        quoted.map(({ deposit }) => deposit),
      );
      await side.destination.call('evm_setIntervalMining', [0]);
      const from = await side.destination.call('eth_blockNumber', []);
      return async () => {
        await side.origin.call('evm_mine', []);
        await untilFilled(side, quoted, from);
        for (const order of quoted.slice(-1))
          await untilStatus(side, order, (status) => status === 'success');
      };
    },
  };
}

/**
 * Mines the destination when it holds all the missing fills, or else once a second, so that the
 * number of blocks does not depend on the machine.
 */
async function untilFilled(side: Side, quoted: readonly Order[], from: unknown): Promise<void> {
  const open = new Set(quoted.map(({ orderId }) => orderId));
  const started = performance.now();
  let minedAt = started;
  while (open.size > 0) {
    const { pending } = poolSchema.parse(await side.destination.call('txpool_status', []));
    const now = performance.now();
    if (Number(pending) >= open.size || now - minedAt > 1_000) {
      await side.destination.call('evm_mine', []);
      minedAt = now;
      for (const orderId of await readFilled(side, from)) open.delete(orderId);
    }
    if (now - started > waitMsMax)
      throw new Error(`${String(open.size)} orders of ${side.label} were not filled in a minute.`);
    if (open.size > 0) await sleep(pollMs);
  }
}

/** Ids of the orders that the filler's events name, whichever events a commit has. */
async function readFilled(side: Side, fromBlock: unknown): Promise<readonly string[]> {
  const { filler } = describedChain(side.description, destinationChainId).contracts;
  const logs = await side.destination.call('eth_getLogs', [{ address: filler, fromBlock }]);
  return logsSchema.parse(logs).flatMap(({ topics }) => topics.slice(1));
}
