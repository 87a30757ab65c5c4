import type { Queryable, Statement } from '@portage/database';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { hashArray } from '../../kit/hashId.js';
import { beginRequests } from '../../orders/requests/beginRequests.js';

/** Requests that are shown as waiting for a block, for each chain. */
const shownMax = 1_000;

/** Changes of what waits for a block. */
export interface UnconfirmedChanges {
  /** Orders whose deposit is on its way; those that are paid on other chains are passed over. */
  readonly sent: readonly string[];
  /** Orders whose deposit is gone. */
  readonly gone: readonly string[];
}

/** Deposits that wait to be in a block, as far as requests show them. */
export interface Unconfirmed {
  /** Orders that are paid on a chain and shown as `depositing`, at most a thousand. */
  shown(chainId: number): Promise<readonly string[]>;
  /** Shows what is on its way, and takes back what is gone. */
  note(chainId: number, changes: UnconfirmedChanges): Promise<void>;
}

const shownStatement: Statement = {
  name: 'unconfirmed_shown',
  text: `
select order_id from request_states join requests using (order_id)
  where status = 'depositing' and origin_chain_id = $1 order by request_states.created_at desc limit ${shownMax.toString()}`,
};

const ofChainStatement: Statement = {
  name: 'unconfirmed_of_chain',
  text: `
select order_id from requests where order_id = any($1::bytea[]) and origin_chain_id = $2
union select order_id from quotes where order_id = any($1::bytea[]) and origin_chain_id = $2`,
};

/** Makes the verbs of deposits that wait to be in a block. */
export function createUnconfirmed(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
): Unconfirmed {
  return {
    shown: async (chainId) =>
      (await database.query<{ order_id: string }>(shownStatement, [chainId])).map(
        (row) => row.order_id,
      ),
    note: async (chainId, { sent, gone }) => {
      if (sent.length + gone.length === 0) return;
      await settlement.transaction(async (tx) => {
        const known = await tx.query<{ order_id: string }>(ofChainStatement, [
          hashArray(sent.slice(0, shownMax)),
          chainId,
        ]);
        const begun = known.map((row) => row.order_id);
        await beginRequests(tx, begun);
        await writeEffects(tx, settlement, {
          ...noEffects,
          requests: [
            ...begun.map((orderId) => ({ orderId, events: ['depositSent' as const] })),
            ...gone.map((orderId) => ({ orderId, events: ['depositDropped' as const] })),
          ],
        });
      });
    },
  };
}
