import type { Queryable, Statement } from '@portage/database';

/** Fills and calls of ours that reverted within the last hour, and fills with calls that still may. */
const burnedStatement: Statement = {
  name: 'outbox_burned',
  isReading: true,
  text: `
select coalesce((select sum(b.gas_cost) from outbox b
      where b.chain_id = $1 and b.state = 'reverted' and b.purpose in ('fill', 'relay') and b.stored_at > clock_timestamp() - interval '1 hour'), 0) as burned,
    coalesce((select sum(s.gas_reserved) from settlements s
      where (s.order_id, s.leg) in (select b.order_id, b.leg from outbox b where b.chain_id = $1 and b.state in ('stored', 'sent') and b.purpose = 'fill')
        and s.intent -> 'calls' <> '[]'), 0) as open`,
};

/** Native currency of one chain, smallest units, that strangers' calls cost. */
export interface BurnedGas {
  /** Gas of fills and calls that reverted within the last hour. */
  readonly burned: bigint;
  /** Gas held for fills with calls whose end is not known yet. */
  readonly open: bigint;
}

/** Gas that strangers' calls have cost on a chain, and may yet cost. */
export async function readBurnedGas(database: Queryable, chainId: number): Promise<BurnedGas> {
  const [row] = await database.query<{ burned: bigint; open: bigint }>(burnedStatement, [chainId]);
  return { burned: row?.burned ?? 0n, open: row?.open ?? 0n };
}
