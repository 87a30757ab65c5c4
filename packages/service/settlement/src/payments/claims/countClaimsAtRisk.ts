import type { Statement, Transaction } from '@portage/database';
import type { AppFeeAccount } from '../../books/ledger/readClaimable.js';

/** A statement of its own: what follows it sees all that the holder before has stored. */
const lockStatement: Statement = {
  name: 'claims_lock_wallet',
  text: `select pg_advisory_xact_lock(hashtextextended('claims:' || $1::text, 0))`,
};

const countStatement: Statement = {
  name: 'claims_at_risk',
  text: `
select (reverted + case when reverted > 0 then open else open_of_balance end)::int as count from (
  select count(*) filter (where state = 'returned' and reason = 'TRANSACTION_REVERTED' and updated_at > clock_timestamp() - interval '1 hour') as reverted,
      count(*) filter (where state = 'open') as open,
      count(*) filter (where state = 'open' and chain_id = $2 and currency = $3) as open_of_balance
    from app_fee_claims where wallet = $1 and created_at is not null
) as counted`,
};

/**
 * Claims of a wallet that burned gas of ours within an hour, and those that still may: the open
 * ones of the balance, and of every balance once a payment has reverted. A later call for the
 * wallet waits until the end of `tx`, so that each sees what the others have opened.
 */
export async function countClaimsAtRisk(
  tx: Transaction,
  { wallet, chainId, currency }: AppFeeAccount,
): Promise<number> {
  const [, [row]] = await Promise.all([
    tx.query(lockStatement, [wallet]),
    tx.query<{ count: number }>(countStatement, [wallet, chainId, currency]),
  ]);
  return row?.count ?? 0;
}
