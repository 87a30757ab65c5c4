import type { Queryable } from '@portage/database';

/** A difference that an operator has booked. */
export interface BookedReconciliation {
  readonly chainId: number;
  /** Address of a sender, or `depository`. */
  readonly account: string;
  readonly currency: string;
  /** Smallest units; negative for a loss. */
  readonly amount: bigint;
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly bookedAt: number;
}

const rowsMax = 100;

/** Differences that were booked by operators, newest first; at most a hundred. */
export async function readReconciliations(
  database: Queryable,
): Promise<readonly BookedReconciliation[]> {
  const rows = await database.query<
    Omit<BookedReconciliation, 'chainId' | 'bookedAt'> & {
      readonly chain_id: number;
      readonly booked_at: number;
    }
  >(
    'select chain_id, account, currency, amount, reason, booked_at from reconciliations order by id desc limit $1',
    [rowsMax],
  );
  return rows.map(({ chain_id: chainId, booked_at: bookedAt, ...row }) => ({
    ...row,
    chainId,
    bookedAt: Math.floor(bookedAt),
  }));
}
