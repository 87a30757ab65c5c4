import type { Service } from '@portage/service';

/** Rows that only a signature of an owner, or a deposit of a payer, may bring about. */
const statement = `select 'a withdrawal' as what, count(*)::int as count from withdrawals
  union all select 'a claim of app fees', count(*)::int from app_fee_claims
  union all select 'a payment before its deposit', count(*)::int from fast_fills
  union all select 'a call for a payer', count(*)::int from settlements
    where kind in ('relay', 'claim') and leg not like 'sweep:%'
  union all select 'a fill', count(*)::int - $1 from settlements where kind = 'fill'
  union all select 'a deposit', count(*)::int - $1 from deposits`;

/**
 * Harm that calls have done to the books of a service: rules that do not hold, and payments beyond
 * those that were paid for; empty where there is none.
 *
 * @param paid - number of transfers that payers have made
 */
export async function findHarm(
  { settlement, database }: Pick<Service, 'settlement' | 'database'>,
  paid: number,
): Promise<readonly string[]> {
  const broken = await settlement.ledger.audit();
  const rows = await database.query<{ what: string; count: number }>(statement, [paid]);
  return [
    ...broken.map(({ invariant, rule }) => `${invariant} ${rule}`),
    ...rows.filter(({ count }) => count !== 0).map(({ what, count }) => `${what}: ${count}`),
  ];
}
