import type { Queryable } from '@portage/database';
import type { StoredRebalance, RebalancePurpose, RebalanceState } from './rebalance.js';

/** Hours that rebalances count for the bounds of new ones. */
const recentHours = 24;

/** Rebalances that are listed at once. */
const listedMax = 1_000;

interface Row {
  readonly id: string;
  readonly path: string;
  readonly purpose: RebalancePurpose;
  readonly origin_chain_id: number;
  readonly origin_currency: string;
  readonly sender: string;
  readonly amount: bigint;
  readonly destination_chain_id: number;
  readonly destination_currency: string;
  readonly recipient: string;
  readonly received: bigint;
  readonly micro_usd: bigint;
  readonly cost_micro_usd: bigint;
  readonly state: RebalanceState;
  readonly age_ms: number;
  readonly is_late: boolean;
}

/**
 * Rebalances that are open, and those of the last 24 hours, newest first: what the bounds of a new
 * one are counted by.
 */
export async function readRebalances(database: Queryable): Promise<readonly StoredRebalance[]> {
  const rows = await database.query<Row & Readonly<Record<string, unknown>>>(
    `select hash_text(id) as id, path, purpose, origin_chain_id, origin_currency, sender, amount, destination_chain_id,
         destination_currency, recipient, received, micro_usd, cost_micro_usd, state,
         (extract(epoch from clock_timestamp() - created_at) * 1000)::float8 as age_ms,
         state in ('sending', 'in flight') and due_at < clock_timestamp() as is_late
       from rebalances where state in ('sending', 'in flight') or created_at > clock_timestamp() - make_interval(hours => $1)
       order by created_at desc limit $2`,
    [recentHours, listedMax],
  );
  return rows.map((row) => ({
    id: row.id,
    path: row.path,
    purpose: row.purpose,
    lane: {
      origin: { chainId: row.origin_chain_id, currency: row.origin_currency },
      destination: { chainId: row.destination_chain_id, currency: row.destination_currency },
    },
    sender: row.sender,
    amount: row.amount,
    recipient: row.recipient,
    received: row.received,
    microUsd: row.micro_usd,
    costMicroUsd: row.cost_micro_usd,
    state: row.state,
    ageMs: row.age_ms,
    isLate: row.is_late,
  }));
}
