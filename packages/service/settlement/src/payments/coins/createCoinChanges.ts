import type { Queryable, Transaction } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { hashBytes } from '../../kit/hashId.js';
import { relayJob, type NewRelay } from '../../kit/jobs/relayJob.js';

/** Leg of the call that changes coins; its order id is the change's own name. */
const coinsLeg = 'coins';

/** A change of a sender's coins that the worker of its chain is to make. */
export type NewCoinChange = Pick<
  NewRelay,
  'chainId' | 'to' | 'data' | 'gasLimit' | 'worth' | 'until'
> & {
  /** Name of the change, 32 bytes. */
  readonly id: string;
};

/** State of a change. */
export interface CoinChangeState {
  /**
   * `waiting` for a worker, or for coins or fees; `sent` while it is in no final block; `done`; or
   * `ended` without one.
   */
  readonly state: 'waiting' | 'sent' | 'done' | 'ended';
  /** Newest transaction that was signed for it. */
  readonly txId: string | undefined;
  /** Reason for which the worker has put it off. */
  readonly reason: string | undefined;
}

/** Changes of coins that operators ask for. */
export interface CoinChanges {
  /**
   * Asks the worker of a chain for a change, once that is durable; the name of another one on the
   * chain that has not ended, and nothing is asked for then.
   */
  ask(change: NewCoinChange): Promise<string | undefined>;
  /** State of a change. */
  find(id: string): Promise<CoinChangeState>;
}

/** Makes the verbs of changes. */
export function createCoinChanges(
  database: Queryable,
  { transaction, jobs }: Pick<SettlementContext, 'transaction' | 'jobs'>,
): CoinChanges {
  return {
    ask: ({ id, ...call }) =>
      transaction(async (tx) => {
        // Two operators that ask at once would each see none under way.
        await tx.query(`select pg_advisory_xact_lock(hashtext('portage_coins'))`);
        const other = await findOpen(tx, call.chainId);
        if (other !== undefined) return other;
        await jobs.add(tx, [relayJob({ ...call, orderId: id, leg: coinsLeg })]);
        return undefined;
      }),
    find: (id) => readState(database, id),
  };
}

async function findOpen(tx: Transaction, chainId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ order_id: string }>(
    `select order_id from jobs where kind = 'relay' and chain_id = $1 and leg = $2
     union select order_id from settlements where kind = 'relay' and chain_id = $1 and leg = $2 and settled_at is null limit 1`,
    [chainId, coinsLeg],
  );
  return row?.order_id;
}

async function readState(database: Queryable, id: string): Promise<CoinChangeState> {
  const [row] = await database.query<{
    reason: string | null;
    is_due: boolean;
    tx_id: string | null;
    state: string | null;
  }>(
    `select j.last_error as reason, j.id is not null as is_due, o.tx_id, o.state
       from (select $1::bytea as id) t
       left join jobs j on j.kind = 'relay' and j.order_id = t.id and j.leg = $2
       left join lateral (select tx_id, state from outbox where order_id = t.id and leg = $2 order by stored_at desc limit 1) o on true`,
    [hashBytes(id), coinsLeg],
  );
  const txId = row?.tx_id ?? undefined;
  const stateOf = (): CoinChangeState['state'] => {
    if (row?.state === 'mined') return 'done';
    if (row?.state === 'stored' || row?.state === 'sent') return 'sent';
    return row?.is_due === true ? 'waiting' : 'ended';
  };
  return { state: stateOf(), txId, reason: row?.reason ?? undefined };
}
