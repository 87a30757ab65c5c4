import type { Queryable, Statement } from '@portage/database';

/**
 * Fills and calls of ours that reverted within the last hour, as far as no operator cleared them,
 * and fills with calls that still may.
 */
const burnedStatement: Statement = {
  name: 'outbox_burned',
  isReading: true,
  text: `
select coalesce((select sum(b.lost) from burned_gas b
      where b.chain_id = $1 and b.stored_at > burned_gas_since($1)), 0) as burned,
    coalesce((select sum(s.gas_reserved) from settlements s
      where (s.order_id, s.leg) in (select b.order_id, b.leg from outbox b where b.chain_id = $1 and b.state in ('stored', 'sent') and b.purpose = 'fill')
        and s.intent -> 'calls' <> '[]'), 0) as open`,
};

/** Most payers, and most contracts, that are reported: those that burned most. */
const burnersMax = 1_000;

const burnersStatement: Statement = {
  name: 'outbox_burners',
  isReading: true,
  text: `
with burned as (
  select b.tx_id, b.sequence, b.gas_cost, b.lost, q.payer, coalesce(q.api_key_id, '') as key, coalesce(c.from_intent, s.intent) -> 'calls' as calls
    from burned_gas b
    left join requests q using (order_id)
    left join settlements s using (order_id, leg)
    left join settlement_changes c using (order_id, leg)
    where b.chain_id = $1 and b.stored_at > burned_gas_since($1)
), called as (
  select distinct b.tx_id, b.sequence, t.target, b.lost
    from burned b, lateral (select call ->> 'to' as target from jsonb_array_elements(case jsonb_typeof(b.calls) when 'array' then b.calls end) as call) as t
)
(select 'payer' as kind, payer as name, sum(gas_cost) as burned from burned where payer is not null group by payer order by 3 desc limit ${String(burnersMax)})
union all (select 'key', key, sum(lost) from burned group by key order by 3 desc limit ${String(burnersMax)})
union all (select 'target', target, sum(lost) from called group by target order by 3 desc limit ${String(burnersMax)})`,
};

/** Gas by who or what burned it, in smallest units of a chain's native currency. */
export interface Burners {
  /** By the payer's address: all that its calls burned, whoever paid for it. */
  readonly payer: ReadonlyMap<string, bigint>;
  /** By the id of the API key of the quotes, less what came off refunds; `''` is without a key. */
  readonly key: ReadonlyMap<string, bigint>;
  /** By the address of a contract that was called, less what came off refunds. */
  readonly target: ReadonlyMap<string, bigint>;
}

/** Native currency of one chain, smallest units, that strangers' calls cost. */
export interface BurnedGas {
  /**
   * Gas of fills and calls that reverted within the last hour, since the last clearance, less what
   * came off the refunds of their orders.
   */
  readonly burned: bigint;
  /** Gas held for fills with calls whose end is not known yet. */
  readonly open: bigint;
  /** Parts of it by who and what burned them. Default: not known. */
  readonly burners?: Burners | undefined;
}

/** Gas that strangers' calls have cost on a chain, and may yet cost. */
export async function readBurnedGas(database: Queryable, chainId: number): Promise<BurnedGas> {
  const [[row], burners] = await Promise.all([
    database.query<{ burned: bigint; open: bigint }>(burnedStatement, [chainId]),
    readBurners(database, chainId),
  ]);
  return { burned: row?.burned ?? 0n, open: row?.open ?? 0n, burners };
}

/** Who and what burned gas on a chain within the last hour, since the last clearance. */
async function readBurners(database: Queryable, chainId: number): Promise<Burners> {
  const rows = await database.query<{ kind: keyof Burners; name: string; burned: bigint }>(
    burnersStatement,
    [chainId],
  );
  const of = (kind: keyof Burners): ReadonlyMap<string, bigint> =>
    new Map(rows.flatMap((row) => (row.kind === kind ? [[row.name, row.burned]] : [])));
  return { payer: of('payer'), key: of('key'), target: of('target') };
}

/** Gas that reverted fills and calls burned on one chain. */
export interface BurnedOnChain extends Pick<BurnedGas, 'burned' | 'burners'> {
  readonly chainId: number;
}

/**
 * Gas that reverted fills and calls burned within the last hour, since the last clearance; chains
 * on which nothing reverted are left out.
 */
export async function readBurnedByChain(database: Queryable): Promise<readonly BurnedOnChain[]> {
  const rows = await database.query<{ chain_id: number; burned: bigint }>({
    name: 'outbox_burned_by_chain',
    text: `select b.chain_id, sum(b.lost) as burned from burned_gas b
      where b.stored_at > burned_gas_since(b.chain_id) group by b.chain_id order by b.chain_id`,
  });
  return Promise.all(
    rows.map(async ({ chain_id: chainId, burned }) => ({
      chainId,
      burned,
      burners: await readBurners(database, chainId),
    })),
  );
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
       select $1, coalesce(sum(b.lost), 0), $2 from burned_gas b
         where b.chain_id = $1 and b.stored_at > burned_gas_since($1)
     returning burned`,
    [chainId, reason],
  );
  return row?.burned ?? 0n;
}
