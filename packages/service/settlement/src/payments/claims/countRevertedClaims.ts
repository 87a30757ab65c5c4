import type { Queryable } from '@portage/database';

/**
 * Claims of a wallet whose payments reverted on their chain within an hour. Each of them burned gas
 * of ours and gave everything back.
 */
export async function countRevertedClaims(database: Queryable, wallet: string): Promise<number> {
  const [row] = await database.query<{ count: number }>(
    `select count(*)::int as count from app_fee_claims where wallet = $1 and created_at is not null
       and state = 'returned' and reason = 'TRANSACTION_REVERTED' and updated_at > clock_timestamp() - interval '1 hour'`,
    [wallet],
  );
  return row?.count ?? 0;
}
