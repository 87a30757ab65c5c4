import type { Queryable } from '@portage/database';
import { textArray } from '@portage/database';

/** A currency that is not quoted for now, while the rest of its chain goes on. */
export interface AssetFault {
  readonly chainId: number;
  readonly currency: string;
  /**
   * `unpayable`: payments of it would fail. `missing`: the solver holds less of it than the books
   * say, without a transaction of ours; it is not spent either.
   */
  readonly kind: 'unpayable' | 'missing';
  readonly reason: string;
}

/** Reads every currency that is not quoted for now. */
export async function readAssetFaults(database: Queryable): Promise<readonly AssetFault[]> {
  const rows = await database.query<Omit<AssetFault, 'chainId'> & { readonly chain_id: number }>({
    name: 'asset_faults_read',
    text: 'select chain_id, currency, kind, reason from asset_faults order by chain_id, currency, kind',
  });
  return rows.map(({ chain_id: chainId, ...fault }) => ({ ...fault, chainId }));
}

/** Notes all faults of one kind on a chain, reasons by currency; any other one has ended. */
export async function writeAssetFaults(
  database: Queryable,
  { chainId, kind }: Pick<AssetFault, 'chainId' | 'kind'>,
  reasons: ReadonlyMap<string, string>,
): Promise<void> {
  await database.query(
    `with kept as (
       insert into asset_faults (chain_id, kind, currency, reason)
         select $1, $2, t.currency, t.reason from unnest($3::text[], $4::text[]) as t (currency, reason)
       on conflict (chain_id, currency, kind) do update set reason = excluded.reason
     )
     delete from asset_faults where chain_id = $1 and kind = $2 and currency <> all ($3::text[])`,
    [chainId, kind, textArray([...reasons.keys()]), textArray([...reasons.values()])],
  );
}
