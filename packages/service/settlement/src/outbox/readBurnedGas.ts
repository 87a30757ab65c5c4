import type { Queryable, Statement } from '@portage/database';

/**
 * Fills and calls of ours that reverted within the last hour, as far as no operator cleared them,
 * and fills with calls that still may.
 */
const burnedStatement: Statement = {
  name: 'outbox_burned',
  isReading: true,
  text: `
select coalesce((select sum(b.gas_cost) from outbox b
      where b.chain_id = $1 and b.state = 'reverted' and b.purpose in ('fill', 'relay') and b.stored_at > burned_gas_since($1)), 0) as burned,
    coalesce((select sum(s.gas_reserved) from settlements s
      where (s.order_id, s.leg) in (select b.order_id, b.leg from outbox b where b.chain_id = $1 and b.state in ('stored', 'sent') and b.purpose = 'fill')
        and s.intent -> 'calls' <> '[]'), 0) as open`,
};

/** Native currency of one chain, smallest units, that strangers' calls cost. */
export interface BurnedGas {
  /** Gas of fills and calls that reverted within the last hour, since the last clearance. */
  readonly burned: bigint;
  /** Gas held for fills with calls whose end is not known yet. */
  readonly open: bigint;
}

/** Gas that strangers' calls have cost on a chain, and may yet cost. */
export async function readBurnedGas(database: Queryable, chainId: number): Promise<BurnedGas> {
  const [row] = await database.query<{ burned: bigint; open: bigint }>(burnedStatement, [chainId]);
  return { burned: row?.burned ?? 0n, open: row?.open ?? 0n };
}

/** Gas that reverted fills and calls burned on one chain. */
export interface BurnedOnChain extends Pick<BurnedGas, 'burned'> {
  readonly chainId: number;
}

/**
 * Gas that reverted fills and calls burned within the last hour, since the last clearance; chains
 * on which nothing reverted are left out.
 */
export async function readBurnedByChain(database: Queryable): Promise<readonly BurnedOnChain[]> {
  const rows = await database.query<{ chain_id: number; burned: bigint }>({
    name: 'outbox_burned_by_chain',
    text: `select b.chain_id, sum(b.gas_cost) as burned from outbox b
      where b.state = 'reverted' and b.purpose in ('fill', 'relay') and b.stored_at > burned_gas_since(b.chain_id)
      group by b.chain_id order by b.chain_id`,
  });
  return rows.map(({ chain_id: chainId, burned }) => ({ chainId, burned }));
}

/**
 * Counts burned gas of a chain from now on only, and keeps why. Answers with what is no longer
 * counted.
 */
export async function clearBurnedGas(
  database: Queryable,
  chainId: number,
  reason: string,
): Promise<bigint> {
  const [row] = await database.query<{ burned: bigint }>(
    `insert into burned_gas_clearances (chain_id, burned, reason)
       select $1, coalesce(sum(b.gas_cost), 0), $2 from outbox b
         where b.chain_id = $1 and b.state = 'reverted' and b.purpose in ('fill', 'relay') and b.stored_at > burned_gas_since($1)
     returning burned`,
    [chainId, reason],
  );
  return row?.burned ?? 0n;
}
