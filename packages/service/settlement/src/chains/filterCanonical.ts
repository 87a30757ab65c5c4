import type { ChainProgress } from '@portage/core/chain';
import type { Statement, Transaction } from '@portage/database';
import { int8Array, textArray } from '@portage/database';

/** Height and block up to which the events of a chain are written. */
export interface KnownProgress extends ChainProgress {
  readonly hash: string;
}

/** A transaction's place on its chain, as an endpoint told it. */
export interface ReportedBlock {
  readonly height: number;
  /** Undefined where the chain does not say. */
  readonly blockHash?: string | undefined;
  /**
   * Whether who told it does not know the block to be final: then only a block that is written here
   * speaks for it.
   */
  readonly isTentative?: boolean | undefined;
}

const lockStatement: Statement = {
  name: 'progress_lock',
  text: 'select hash from chain_cursors where chain_id = $1 for share',
};

const foreignStatement: Statement = {
  name: 'progress_foreign',
  text: `
select $3::text = c.hash or exists (select 1 from chain_blocks b where b.chain_id = $1 and b.height = $2 and b.hash = $3) as stands,
    array(select t.place from unnest($4::bigint[], $5::text[], $6::text[]) with ordinality as t (height, hash, tentative, place)
      left join chain_blocks b on b.chain_id = $1 and b.height = t.height
      where b.hash <> t.hash or (t.tentative = 'yes' and b.hash is null))::int[] as foreign
  from chain_cursors c where c.chain_id = $1`,
};

/**
 * Which of these places are on the chain as it is written, once it can go neither on nor back
 * before this transaction ends. None is where the block is gone up to which events were written
 * when the look began: a reorg was applied meanwhile, and what was reported may be of the fork that
 * is no more. A place whose block is known by another hash is on another fork; what is older than
 * all known blocks is believed, unless it is tentative: heights without a block are of no chain
 * that is written here.
 */
export async function filterCanonical<Place extends ReportedBlock>(
  tx: Transaction,
  chainId: number,
  since: KnownProgress,
  places: readonly Place[],
): Promise<{ readonly stands: boolean; readonly places: readonly Place[] }> {
  // Two statements: only the second one sees what a rollback wrote that the first had to wait for.
  const [, [row]] = await Promise.all([
    tx.query(lockStatement, [chainId]),
    tx.query<{ stands: boolean; foreign: readonly number[] }>(foreignStatement, [
      chainId,
      since.height,
      since.hash,
      int8Array(places.map(({ height }) => height)),
      textArray(places.map(({ blockHash }) => blockHash)),
      textArray(places.map(({ isTentative }) => (isTentative === true ? 'yes' : 'no'))),
    ]),
  ]);
  if (row?.stands !== true) return { stands: false, places: [] };
  const foreign = new Set(row.foreign);
  return { stands: true, places: places.filter((_, index) => !foreign.has(index + 1)) };
}
