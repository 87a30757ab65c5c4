import type { Queryable } from '@portage/database';
import type { DepositId } from '../../kit/depositId.js';
import { unclaimedText } from '../../kit/unclaimedText.js';

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

/** Deposits in suspense, those that came last first; at most a thousand. */
export async function readSuspense(
  database: Queryable,
  wanted: Partial<DepositId> = {},
): Promise<readonly SuspendedDeposit[]> {
  const rows = await database.query<UnclaimedRow>(
    `select * from ${unclaimedText}
     where ($1::bigint is null or chain_id = $1) and ($2::text is null or tx_id = $2) and ($3::int is null or ordinal = $3)
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
