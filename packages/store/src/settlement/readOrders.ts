import type { OrderData, RequestStatus } from '@portage/core';
import type { Queryable, Statement } from '../pool/runTransaction.js';
import { textArray } from '../requests/binaryArray.js';

/** A deposit of an order, as far as others are judged by it. */
export interface DepositFact {
  readonly key: string;
  readonly state: 'seen' | 'final' | 'lost';
  readonly reason: string;
  readonly leg: string | undefined;
}

/** A payment that was decided on. */
export interface SlotFact {
  readonly leg: string;
  readonly kind: 'fill' | 'refund';
  /** Key of the deposit that it is paid from. */
  readonly deposit: string;
}

/** What is known of an order when something happens to it. */
export interface OrderFacts {
  readonly orderId: string;
  readonly status: RequestStatus;
  readonly payer: string;
  /** Milliseconds since 1970. */
  readonly fillBy: number;
  /** A deposit that comes later may still be filled, with less. */
  readonly allowsLate: boolean;
  readonly order: OrderData;
  readonly deposits: readonly DepositFact[];
  readonly slots: readonly SlotFact[];
  /** A payment of it by our solver was seen and still stands. */
  readonly filled: boolean;
}

interface OrderRow {
  order_id: string;
  status: RequestStatus;
  payer: string;
  fill_by: number;
  allows_late: boolean;
  data: OrderData;
  deposits: { key: string; state: DepositFact['state']; reason: string; leg: string | null }[] | null;
  slots: SlotFact[] | null;
  filled: boolean;
}

const readStatement: Statement = {
  name: 'orders_facts',
  text: `
select r.order_id, w.status, r.payer, r.fill_by, coalesce(r.charges ? 'late', false) as allows_late, o.data,
    (select jsonb_agg(jsonb_build_object('key', d.chain_id || ':' || d.tx_id || ':' || d.ordinal, 'state', d.state, 'reason', d.reason, 'leg', d.leg))
      from deposits d where d.order_id = r.order_id) as deposits,
    (select jsonb_agg(jsonb_build_object('leg', s.leg, 'kind', s.kind, 'deposit', s.intent ->> 'deposit'))
      from settlement_slots s where s.order_id = r.order_id) as slots,
    exists (select 1 from fills f where f.order_id = r.order_id and f.matched and f.state = 'seen') as filled
  from requests r join orders o on o.id = r.order_id join request_states w on w.order_id = r.order_id
  where r.order_id = any($1::text[])`,
};

/** Reads what is known of orders; unknown ids are missing in the map. */
export async function readOrders(database: Queryable, orderIds: readonly string[]): Promise<ReadonlyMap<string, OrderFacts>> {
  if (orderIds.length === 0) return new Map();
  const rows = await database.query<OrderRow>(readStatement, [textArray(orderIds)]);
  return new Map(
    rows.map((row) => [
      row.order_id,
      {
        orderId: row.order_id,
        status: row.status,
        payer: row.payer,
        fillBy: row.fill_by,
        allowsLate: row.allows_late,
        order: row.data,
        deposits: (row.deposits ?? []).map(({ leg, ...deposit }) => ({ ...deposit, leg: leg ?? undefined })),
        slots: row.slots ?? [],
        filled: row.filled,
      },
    ]),
  );
}
