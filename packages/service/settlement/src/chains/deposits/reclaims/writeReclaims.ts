import type { ReclaimEvent, ReclaimRequestEvent } from './reclaimEvents.js';
import {
  int4Array,
  int8Array,
  numericArray,
  textArray,
  type Statement,
  type Transaction,
} from '@portage/database';
import { hashArray } from '../../../kit/hashId.js';

const writeStatement: Statement = {
  name: 'reclaims_write',
  text: `
insert into reclaims as r (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, currency, amount, kind, ready_at)
  select $1::bigint, * from unnest($2::text[], $3::int[], $4::bigint[], $5::text[], $6::bytea[], $7::text[], $8::text[], $9::numeric[], $10::text[], $11::bigint[])
  on conflict (chain_id, tx_id, ordinal) do update set height = excluded.height, block_hash = excluded.block_hash,
      order_id = excluded.order_id, depositor = excluded.depositor, currency = excluded.currency,
      amount = excluded.amount, kind = excluded.kind, ready_at = excluded.ready_at, state = 'seen'
    where r.state = 'reorged'`,
};

/** Writes reclaims that were asked for, and those that were paid. */
export async function writeReclaims(
  tx: Transaction,
  chainId: number,
  events: readonly (ReclaimRequestEvent | ReclaimEvent)[],
): Promise<void> {
  if (events.length === 0) return;
  await tx.query(writeStatement, [
    chainId,
    textArray(events.map((e) => e.txId)),
    int4Array(events.map((e) => e.ordinal)),
    int8Array(events.map((e) => e.height)),
    textArray(events.map((e) => e.blockHash)),
    hashArray(events.map((e) => e.orderId)),
    textArray(events.map((e) => e.depositor)),
    textArray(events.map((e) => e.currency)),
    numericArray(events.map((e) => e.amount)),
    textArray(events.map((e) => (e.type === 'reclaim' ? 'taken' : 'requested'))),
    int8Array(events.map((e) => (e.type === 'reclaim' ? undefined : e.readyAt))),
  ]);
}
