import type { Queryable } from '@portage/database';
import type { DepositId } from '../depositId.js';

/** A deposit, or a part of one, that no order takes. */
export interface SuspendedDeposit extends DepositId {
  /** Id under which it came in, and under which the depository holds it. */
  readonly orderId: string;
  readonly depositor: string;
  readonly payer: string;
  readonly currency: string;
  /** Part of it that no order takes, in smallest units. */
  readonly amount: bigint;
  readonly reason: string;
  /** Settlement that could not pay it back; undefined where no order says where it goes. */
  readonly settlement: { readonly orderId: string; readonly leg: string } | undefined;
}

/** Columns of {@link unclaimedText}. */
export interface UnclaimedRow {
  chain_id: number;
  tx_id: string;
  ordinal: number;
  order_id: string;
  depositor: string;
  payer: string;
  currency: string;
  amount: bigint;
  reason: string | null;
  settled_order: string | null;
  settled_leg: string | null;
}

const rowsMax = 1_000;

/**
 * Parts of deposits that no order takes, as a table of a statement: whole deposits, and what
 * settlements could not pay back.
 */
export const unclaimedText = `(
       select d.chain_id, d.tx_id, d.ordinal, d.height, d.order_id, d.depositor, d.payer, d.currency, d.amount, d.reason,
           null::hash as settled_order, null::text as settled_leg
         from deposits d where d.state = 'final' and d.outcome = 'suspense'
       union all
       select d.chain_id, d.tx_id, d.ordinal, d.height, d.order_id, d.depositor, d.payer, d.currency, (s.intent #>> '{credit,amount}')::numeric,
           d.reason, s.order_id, s.leg
         from settlements s join deposits d on d.chain_id = s.deposit_chain_id and d.tx_id = s.deposit_tx_id and d.ordinal = s.deposit_ordinal
         where s.kind = 'refund' and s.settled_at is not null and s.intent ->> 'recipient' = '' and d.state = 'final' and s.collected_by is null
     ) unclaimed`;

/** Whether a depositor has not taken `unclaimed` out of the depository itself. */
export const isThereText = `not exists (select from reclaims r where r.chain_id = unclaimed.chain_id and r.order_id = unclaimed.order_id and r.depositor = unclaimed.depositor
         and r.currency = unclaimed.currency and r.kind = 'taken' and r.state = 'seen' and r.height >= unclaimed.height)`;

/** Deposits in suspense, those that came last first; at most a thousand. */
export async function readSuspense(
  database: Queryable,
  wanted: Partial<DepositId> = {},
): Promise<readonly SuspendedDeposit[]> {
  const rows = await database.query<UnclaimedRow>(
    `select * from ${unclaimedText} where ${isThereText}
       and ($1::bigint is null or chain_id = $1) and ($2::text is null or tx_id = $2) and ($3::int is null or ordinal = $3)
     order by chain_id, height desc, tx_id, ordinal limit $4`,
    [wanted.chainId ?? null, wanted.txId ?? null, wanted.ordinal ?? null, rowsMax],
  );
  return rows.map(toSuspended);
}

/** The deposit that a row of {@link unclaimedText} tells of. */
export function toSuspended(row: UnclaimedRow): SuspendedDeposit {
  return {
    chainId: row.chain_id,
    txId: row.tx_id,
    ordinal: row.ordinal,
    orderId: row.order_id,
    depositor: row.depositor,
    payer: row.payer,
    currency: row.currency,
    amount: row.amount,
    reason: row.reason ?? 'UNKNOWN',
    settlement:
      row.settled_order === null || row.settled_leg === null
        ? undefined
        : { orderId: row.settled_order, leg: row.settled_leg },
  };
}
