import type { OrderData } from '@portage/core';
import type { Queryable, Statement } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';
import type { OrderMemory } from '../../orders/requests/createOrderCache.js';
import { mainLeg } from '../../kit/depositId.js';

/** A deposit of an order, as far as others are judged by it. */
export interface DepositFact {
  readonly key: string;
  readonly state: 'seen' | 'final' | 'reorged';
  readonly reason: string;
  readonly leg: string | undefined;
}

/** A payment that was decided on. */
export interface SettlementFact {
  readonly leg: string;
  readonly kind: 'fill' | 'refund';
  /** Key of the deposit that it is paid from. */
  readonly deposit: string;
}

/** An address that takes plain transfers for an order. */
export interface OrderAddress {
  readonly address: string;
  /** `open` takes any amount, again and again. */
  readonly type: 'strict' | 'open';
  /** Its app takes nothing through it any more: what comes is paid back. */
  readonly isDisabled?: boolean;
}

/** Facts about an order when something happens to it. */
export interface OrderFacts {
  readonly orderId: string;
  readonly payer: string;
  /** Milliseconds since 1970. */
  readonly fillBy: number;
  /** A deposit that comes later may still be filled, with less. */
  readonly allowsLate: boolean;
  /**
   * The least deposit that is still filled, with less, where that is not all of what was quoted.
   */
  readonly leastDeposit?: bigint | undefined;
  /** A deposit of more than was quoted pays for the order with all of it. */
  readonly keepsSurplus: boolean;
  readonly order: OrderData;
  readonly deposits: readonly DepositFact[];
  readonly settlements: readonly SettlementFact[];
  /** The order's address, where it has one. */
  readonly address?: OrderAddress | undefined;
  /** A payment of it by our solver was seen and still stands. */
  readonly filled: boolean;
}

/**
 * One fact of an order: the row with a payer is its request or quote, each other is something that
 * happened to it.
 */
interface FactRow {
  order_id: string;
  payer: string | null;
  fill_by: number | null;
  allows_late: boolean | null;
  least_deposit: string | null;
  keeps_surplus: boolean | null;
  data: OrderData | null;
  deposit: { key: string; state: DepositFact['state']; reason: string; leg: string | null } | null;
  settlement: SettlementFact | null;
  address: OrderAddress | null;
}

/** Set by set rather than order by order: nearly always nothing has happened to an order yet. */
function factsText(data: string): string {
  return `
select r.order_id, r.payer, r.fill_by, r.execution_terms -> 'late' is not null as allows_late, r.execution_terms #>> '{short,least}' as least_deposit, r.execution_terms -> 'depositSurplusTo' is not null as keeps_surplus, ${data} as data, null::jsonb as deposit, null::jsonb as settlement, null::jsonb as address
    from requests r where r.order_id = any($1::bytea[])
union all select order_id, payer, fill_by, execution_terms -> 'late' is not null, execution_terms #>> '{short,least}', execution_terms -> 'depositSurplusTo' is not null, ${data}, null, null, null
  from waiting_quotes where order_id = any($1::bytea[])
union all select order_id, null, null, null, null, null, null,
    jsonb_build_object('key', chain_id || ':' || tx_id || ':' || ordinal, 'state', state, 'reason', reason, 'leg', leg), null, null
  from deposits where order_id = any($1::bytea[])
union all select q.order_id, null, null, null, null, null, null,
    jsonb_build_object('key', chain_id || ':' || tx_id || ':' || ordinal, 'state', d.state, 'reason', d.reason, 'leg', '${mainLeg}'), null, null
  from requotes q join deposits d using (chain_id, tx_id, ordinal) where q.order_id = any($1::bytea[])
union all select order_id, null, null, null, null, null, null, null, jsonb_build_object('leg', leg, 'kind', kind, 'deposit', deposit_chain_id || ':' || deposit_tx_id || ':' || deposit_ordinal), null
  from settlements where order_id = any($1::bytea[]) and kind <> 'relay'
union all select order_id, null, null, null, null, null, null, null, null, jsonb_build_object('address', address, 'type', type, 'isDisabled', disabled_at is not null)
  from deposit_addresses where order_id = any($1::bytea[])
union all select order_id, null, null, null, null, null, null, null, null, null
  from fills where order_id = any($1::bytea[]) and matched and state = 'seen'`;
}

/** Facts with the orders themselves, in one look at each request. */
const readNewStatement: Statement = {
  name: 'orders_facts_and_data',
  isReading: true,
  text: factsText('order_data'),
};

/** Facts of orders that are all remembered. */
const readStatement: Statement = {
  name: 'orders_facts',
  isReading: true,
  text: factsText('null::json'),
};

interface Facts {
  orderId: string;
  payer: string;
  fillBy: number;
  allowsLate: boolean;
  leastDeposit: bigint | undefined;
  keepsSurplus: boolean;
  order: OrderData;
  deposits: DepositFact[];
  settlements: SettlementFact[];
  address?: OrderAddress;
  filled: boolean;
}

function addFact(facts: Facts, { deposit, settlement, address }: FactRow): void {
  if (deposit !== null) facts.deposits.push({ ...deposit, leg: deposit.leg ?? undefined });
  else if (settlement !== null) facts.settlements.push(settlement);
  else if (address !== null) facts.address = address;
  else facts.filled = true;
}

/** Reads what is known of orders; unknown ids are missing in the map. */
export async function readOrders(
  database: Queryable,
  memory: OrderMemory,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, OrderFacts>> {
  if (orderIds.length === 0) return new Map();
  const isRemembered = orderIds.every((orderId) => memory.known(orderId) !== undefined);
  const rows = await database.query<FactRow>(isRemembered ? readStatement : readNewStatement, [
    hashArray(orderIds),
  ]);
  const orders = new Map<string, Facts>();
  for (const {
    order_id: orderId,
    payer,
    fill_by: fillBy,
    allows_late: allowsLate,
    least_deposit: least,
    keeps_surplus: keepsSurplus,
    data,
  } of rows) {
    const order = data ?? memory.known(orderId);
    if (payer === null || fillBy === null || allowsLate === null || order === undefined) continue;
    if (data !== null) memory.remember(orderId, data);
    orders.set(orderId, {
      orderId,
      payer,
      fillBy,
      allowsLate,
      leastDeposit: least === null ? undefined : BigInt(least),
      keepsSurplus: keepsSurplus === true,
      order,
      deposits: [],
      settlements: [],
      filled: false,
    });
  }
  for (const row of rows) {
    const facts = orders.get(row.order_id);
    if (facts !== undefined && row.payer === null) addFact(facts, row);
  }
  return orders;
}
