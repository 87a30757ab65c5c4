import type { Chain, ChainFlows, Flow } from './model/chain.js';
import { readBitcoinFlows } from './chains/readBitcoinFlows.js';
import { readEvmFlows } from './chains/readEvmFlows.js';
import { readExchangeFlows } from './chains/readExchangeFlows.js';
import { readSolanaFlows } from './chains/readSolanaFlows.js';
import { hashOrder } from './orders/hashOrder.js';
import { readSignedOrder, type SignedOrder } from './orders/signedOrder.js';
import { readStatuses } from './readStatuses.js';
import { judgeOrder } from './rules/judgeOrder.js';

/** Input of the checker. */
export interface CheckOptions {
  /** Quotes, as the service answered them. */
  readonly quotes: readonly unknown[];
  readonly chains: readonly Chain[];
  readonly databaseUrl: string;
}

/** Result of the checker. */
export interface CheckReport {
  readonly orders: number;
  readonly flows: Readonly<Record<Flow['type'], number>>;
  /** Ids of the orders that no chain has a deposit of. */
  readonly unpaid: readonly string[];
  /** Sentences of what does not hold. */
  readonly faults: readonly string[];
}

/** Compares signed orders, chains and database. */
export async function checkOrders(options: CheckOptions): Promise<CheckReport> {
  const { chains, databaseUrl } = options;
  const orders = options.quotes.map(readSignedOrder);
  const wrongIds = orders
    .filter(({ orderId, data }) => hashOrder(data, chains) !== orderId)
    .map(({ orderId }) => `${orderId} is not the hash of its order`);
  const read = await Promise.all(chains.map((chain) => readFlows(chain, orders)));
  const flows = read.flatMap((one) => one.flows);
  const statuses = await readStatuses(databaseUrl);
  const judged = orders.flatMap((order) =>
    judgeOrder(
      order,
      flows.filter(({ orderId }) => orderId === order.orderId),
      statuses.get(order.orderId),
    ),
  );
  const paid = new Set(flows.filter(({ type }) => type === 'deposit').map((flow) => flow.orderId));
  const count = (type: Flow['type']): number => flows.filter((flow) => flow.type === type).length;
  return {
    orders: orders.length,
    flows: { deposit: count('deposit'), fill: count('fill'), refund: count('refund') },
    unpaid: orders.map(({ orderId }) => orderId).filter((orderId) => !paid.has(orderId)),
    faults: [...wrongIds, ...read.flatMap((one) => one.faults), ...judged],
  };
}

function readFlows(chain: Chain, orders: readonly SignedOrder[]): Promise<ChainFlows> {
  if (chain.vm === 'evm') return readEvmFlows(chain, orders);
  if (chain.vm === 'svm') return readSolanaFlows(chain, orders);
  if (chain.vm === 'bvm') return readBitcoinFlows(chain, orders);
  return readExchangeFlows(chain, orders);
}
