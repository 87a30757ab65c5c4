import type { Lease, Statement, Transaction } from '@portage/database';
import { underReclaimText } from '../../chains/deposits/reclaims/underReclaimText.js';
import { earnedText } from '../../books/ledger/earnedText.js';
import type { SettlementKey } from '../../transactions/settlements/relayIntent.js';
import { waitingEarningsText } from './waitingEarningsText.js';

/** Money that one settlement has left in the depository. */
export interface TakenEarning {
  /** Settlement that earned it. */
  readonly settlement: SettlementKey;
  /** Id under which the money came in. */
  readonly orderId: string;
  readonly depositor: string;
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  readonly isUnderReclaim: boolean;
}

/** Which earnings are taken. */
export interface TakeEarningsOptions {
  readonly chainId: number;
  readonly currency: string;
  readonly limit: number;
  readonly lease: Lease;
}

const takeStatement: Statement = {
  name: 'collections_take',
  isReading: true,
  text: `
with lease as (
  select 1 from leases where name = $4 and epoch = $5 and expires_at > clock_timestamp() for share
)
select s.order_id, s.leg, d.order_id as paid_under, d.depositor, d.currency, ${earnedText} as amount, ${underReclaimText} as under_reclaim
  ${waitingEarningsText} and d.currency = $2 and ${earnedText} > 0
    and exists (select 1 from lease)
    and not exists (select 1 from chain_cursors c where c.chain_id = $1 and c.halted_reason is not null)
  order by under_reclaim desc, s.settled_at limit $3 for update of s skip locked`,
};

/**
 * Takes earnings of a currency, those that depositors have asked back first and then the oldest,
 * for as long as the transaction lasts. Nothing is taken when the lease no longer holds or the
 * chain is halted.
 */
export async function takeEarnings(
  tx: Transaction,
  { chainId, currency, limit, lease }: TakeEarningsOptions,
): Promise<readonly TakenEarning[]> {
  const rows = await tx.query<{
    order_id: string;
    leg: string;
    paid_under: string;
    depositor: string;
    currency: string;
    amount: bigint;
    under_reclaim: boolean;
  }>(takeStatement, [chainId, currency, limit, lease.name, lease.epoch]);
  return rows.map((row) => ({
    settlement: { orderId: row.order_id, leg: row.leg },
    orderId: row.paid_under,
    depositor: row.depositor,
    currency: row.currency,
    amount: row.amount,
    isUnderReclaim: row.under_reclaim,
  }));
}
