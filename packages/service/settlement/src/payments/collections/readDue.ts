import type { Queryable, Statement } from '@portage/database';
import { underReclaimText } from '../../chains/deposits/reclaims/underReclaimText.js';
import { earnedText } from '../../books/ledger/earnedText.js';
import { waitingEarningsText } from './waitingEarningsText.js';

/** Earnings of one currency that lie in a chain's depository. */
export interface DueEarnings {
  readonly currency: string;
  /** Smallest units. */
  readonly amount: bigint;
  /** Settlements that have earned it. */
  readonly settlements: number;
  /** Milliseconds since the oldest of them was final. */
  readonly ageMs: number;
  /** Part of it that depositors have asked back, in smallest units. */
  readonly underReclaim: bigint;
  /** A fill is among what they have asked back. */
  readonly isFillUnderReclaim: boolean;
}

const dueStatement: Statement = {
  name: 'collections_due',
  isReading: true,
  text: `
select currency, sum(amount) as amount, count(*)::int as settlements,
    (extract(epoch from clock_timestamp() - min(settled_at)) * 1000)::float8 as age_ms,
    coalesce(sum(amount) filter (where under_reclaim), 0) as under_reclaim, bool_or(under_reclaim and kind = 'fill') as fill_under_reclaim
  from (
    select d.currency, s.kind, s.settled_at, ${earnedText} as amount, ${underReclaimText} as under_reclaim
    ${waitingEarningsText}
  ) earned where amount > 0 group by currency order by currency`,
};

/** Earnings of a chain that wait to be collected, by currency. */
export async function readDue(
  database: Queryable,
  chainId: number,
): Promise<readonly DueEarnings[]> {
  const rows = await database.query<{
    currency: string;
    amount: bigint;
    settlements: number;
    age_ms: number;
    under_reclaim: bigint;
    fill_under_reclaim: boolean;
  }>(dueStatement, [chainId]);
  return rows.map((row) => ({
    currency: row.currency,
    amount: row.amount,
    settlements: row.settlements,
    ageMs: row.age_ms,
    underReclaim: row.under_reclaim,
    isFillUnderReclaim: row.fill_under_reclaim,
  }));
}
