import type { Cursor } from '@portage/core/chain';
import type { Queryable } from '@portage/database';
import type { KnownProgress } from './filterCanonical.js';

/** Progress to which a chain is known. */
export interface ChainState {
  /** Newest block first; the first one is the cursor. Empty before the first update. */
  readonly blocks: readonly Cursor[];
  readonly finalizedHeight: number;
  /** Why nothing may be spent on or because of this chain. */
  readonly haltedReason: string | undefined;
  /** Deposits that are not final yet. */
  readonly openDeposits: number;
  /** Events that wait until a quorum tells them. */
  readonly unconfirmedEvents: number;
  /** Confirmations that each deposit needs at least, while a deep reorg has raised them. */
  readonly raisedDepth: number | undefined;
  /** Sentence about each limit that a circuit breaker has set. */
  readonly limits: readonly string[];
}

/** Reads how far a chain is known. */
export async function readChain(database: Queryable, chainId: number): Promise<ChainState> {
  const [cursor] = await database.query<{
    height: number;
    hash: string;
    time: number;
    finalized_height: number;
    halted_reason: string | null;
    open: number;
    unconfirmed: number;
    raised: number | null;
    limits: readonly string[] | null;
  }>(
    `select height, hash, time, finalized_height, halted_reason,
       (select count(*) from deposits d where d.chain_id = c.chain_id and d.state = 'seen') as open,
       (select count(*) from unconfirmed_events u where u.chain_id = c.chain_id) as unconfirmed,
       (select depth from breakers b where b.chain_id = c.chain_id and b.kind = 'depth') as raised,
       (select array_agg(reason order by kind) from breakers b where b.chain_id = c.chain_id) as limits
     from chain_cursors c where chain_id = $1`,
    [chainId],
  );
  if (cursor === undefined || cursor.height < 0) {
    return {
      blocks: [],
      finalizedHeight: 0,
      haltedReason: cursor?.halted_reason ?? undefined,
      openDeposits: 0,
      unconfirmedEvents: 0,
      raisedDepth: cursor?.raised ?? undefined,
      limits: cursor?.limits ?? [],
    };
  }
  const { height, hash, time } = cursor;
  const older = await database.query<{ height: number; hash: string; time: number }>(
    'select height, hash, time from chain_blocks where chain_id = $1 and height < $2 order by height desc',
    [chainId, height],
  );
  return {
    blocks: [{ height, hash, time }, ...older],
    finalizedHeight: cursor.finalized_height,
    haltedReason: cursor.halted_reason ?? undefined,
    openDeposits: cursor.open,
    unconfirmedEvents: cursor.unconfirmed,
    raisedDepth: cursor.raised ?? undefined,
    limits: cursor.limits ?? [],
  };
}

/** Height up to which the events of a chain are written; undefined before the first step. */
export async function readProgress(
  database: Queryable,
  chainId: number,
): Promise<KnownProgress | undefined> {
  const [row] = await database.query<{ height: number; hash: string; finalized_height: number }>(
    {
      name: 'chain_progress',
      text: 'select height, hash, finalized_height from chain_cursors where chain_id = $1 and height >= 0',
    },
    [chainId],
  );
  return row === undefined
    ? undefined
    : { height: row.height, hash: row.hash, finalizedHeight: row.finalized_height };
}
