import { PortageError } from '@portage/core';
import type { Cursor } from '@portage/core/chain';
import type { Transaction } from '@portage/database';
import type { ReorgedDeposit } from '../chains/deposits/depositRow.js';

/** Facts from above the block that a chain went back to. */
export interface RolledBack {
  readonly deposits: readonly ReorgedDeposit[];
  readonly finalizedHeight: number;
  /** Blocks that were taken back. */
  readonly depth: number;
}

interface ReorgedRow {
  tx_id: string;
  ordinal: number;
  order_id: string;
  depositor: string;
  payer: string;
  reason: string;
  currency: string;
  amount: bigint;
  outcome: ReorgedDeposit['outcome'] | null;
  leg: string | null;
  reorg_count: number;
}

/**
 * Takes a chain back to a block: cursor and blocks, and every event above it becomes `reorged`.
 * Jobs that rest on its deposits are deleted; one that a solver holds at this moment is waited for.
 *
 * @throws PortageError `SERVICE_UNAVAILABLE` when another process has moved the cursor
 */
export async function writeRollback(
  tx: Transaction,
  chainId: number,
  from: string,
  to: Cursor,
): Promise<RolledBack> {
  const [moved] = await tx.query<{ finalized_height: number; depth: number }>(
    `update chain_cursors c set height = $3, hash = $4, time = $5, updated_at = now()
       from (select chain_id, height from chain_cursors where chain_id = $1 and hash = $2 for update) was
       where c.chain_id = was.chain_id returning c.finalized_height, (was.height - $3)::int as depth`,
    [chainId, from, to.height, to.hash, to.time],
  );
  if (moved === undefined)
    throw new PortageError('SERVICE_UNAVAILABLE', {
      message: `Another process follows chain ${String(chainId)}.`,
    });
  await tx.query('delete from chain_blocks where chain_id = $1 and height > $2', [
    chainId,
    to.height,
  ]);
  const reorged = await tx.query<ReorgedRow>(
    `with gone as (
       select chain_id, tx_id, ordinal, order_id, depositor, payer, reason, currency, amount, outcome, leg, reorg_count from deposits
         where chain_id = $1 and height > $2 and state <> 'reorged' for update
     ), marked as (
       update deposits d set state = 'reorged', outcome = null, covered_loss = 0, reorg_count = d.reorg_count + 1
         from gone where d.chain_id = gone.chain_id and d.tx_id = gone.tx_id and d.ordinal = gone.ordinal
     )
     select tx_id, ordinal, coalesce(q.order_id, gone.order_id) as order_id, depositor, payer, reason, currency, amount,
         case when q.order_id is null then outcome else 'matched' end as outcome, leg, reorg_count
       from gone left join requotes q using (chain_id, tx_id, ordinal)`,
    [chainId, to.height],
  );
  await tx.query(
    `delete from jobs j using unnest($2::text[], $3::int[]) as t (tx_id, ordinal)
       where j.deposit_chain_id = $1 and j.deposit_tx_id = t.tx_id and j.deposit_ordinal = t.ordinal`,
    [chainId, reorged.map((row) => row.tx_id), reorged.map((row) => row.ordinal)],
  );
  await tx.query(
    `update fills set state = 'reorged' where chain_id = $1 and height > $2 and state <> 'reorged'`,
    [chainId, to.height],
  );
  await tx.query(
    `update releases set state = 'reorged' where chain_id = $1 and height > $2 and state <> 'reorged'`,
    [chainId, to.height],
  );
  await tx.query(
    `update reclaims set state = 'reorged' where chain_id = $1 and height > $2 and state <> 'reorged'`,
    [chainId, to.height],
  );
  await tx.query(
    `update swaps set state = 'reorged' where chain_id = $1 and height > $2 and state <> 'reorged'`,
    [chainId, to.height],
  );
  return {
    finalizedHeight: moved.finalized_height,
    depth: moved.depth,
    deposits: reorged.map(({ tx_id, order_id, outcome, leg, reorg_count, ...rest }) => ({
      ...rest,
      txId: tx_id,
      orderId: order_id,
      reorgCount: reorg_count,
      outcome: outcome ?? undefined,
      leg: leg ?? undefined,
    })),
  };
}

/** Amount of a reorged deposit that the operator stands in for, in smallest units. */
export interface DepositCover {
  readonly txId: string;
  readonly ordinal: number;
  readonly amount: bigint;
}

/** Notes what the operator stands in for after a reorg took these deposits back. */
export async function coverDeposits(
  tx: Transaction,
  chainId: number,
  covers: readonly DepositCover[],
): Promise<void> {
  if (covers.length === 0) return;
  await tx.query(
    `update deposits d set covered_loss = t.amount from unnest($2::text[], $3::int[], $4::numeric[]) as t (tx_id, ordinal, amount)
       where d.chain_id = $1 and d.tx_id = t.tx_id and d.ordinal = t.ordinal`,
    [chainId, covers.map((c) => c.txId), covers.map((c) => c.ordinal), covers.map((c) => c.amount)],
  );
}
