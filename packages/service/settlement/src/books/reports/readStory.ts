import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { readOrderEntries, type OrderEntry } from '../ledger/readOrderEntries.js';

/** A deposit of an order, also one that a reorg took back. Times are milliseconds since 1970. */
export interface StoryDeposit {
  readonly chainId: number;
  readonly txId: string;
  readonly height: number;
  readonly currency: string;
  readonly amount: bigint;
  readonly depositor: string;
  readonly state: string;
  readonly outcome: string | null;
  readonly reason: string;
  readonly reorgCount: number;
  readonly seenAt: number;
  readonly finalAt: number | null;
}

/** How a leg of an order ended or will end. */
export interface StorySettlement {
  readonly leg: string;
  readonly kind: string;
  readonly chainId: number;
  readonly decidedAt: number;
  readonly settledAt: number | null;
}

/** A transaction that was signed for an order. */
export interface StoryTransaction {
  readonly chainId: number;
  readonly txId: string;
  readonly purpose: string;
  readonly state: string;
  readonly sequence: string;
  readonly height: number | null;
  readonly gasCost: bigint | null;
  readonly storedAt: number;
  readonly sentAt: number | null;
}

/** All that is kept about an order beside its quote and its state. */
export interface Story {
  /** Public id of the key that its quote was asked with. */
  readonly apiKeyId: string | undefined;
  readonly deposits: readonly StoryDeposit[];
  readonly settlements: readonly StorySettlement[];
  readonly transactions: readonly StoryTransaction[];
  readonly entries: readonly OrderEntry[];
}

/** Rows of each kind, at most: attempts of one order are few. */
const rowsMax = '200';

const keyStatement: Statement = {
  name: 'story_key',
  text: `select api_key_id as id from requests where order_id = $1
    union all select api_key_id from quotes where order_id = $1 limit 1`,
};

const depositsStatement: Statement = {
  name: 'story_deposits',
  text: `select chain_id as "chainId", tx_id as "txId", height, currency, amount, depositor, state, outcome, reason,
      reorg_count as "reorgCount", seen_at as "seenAt", final_at as "finalAt"
    from deposits where order_id = $1
      or (chain_id, tx_id, ordinal) in (select chain_id, tx_id, ordinal from requotes where order_id = $1)
    order by seen_at limit ${rowsMax}`,
};

const settlementsStatement: Statement = {
  name: 'story_settlements',
  text: `select leg, kind, chain_id as "chainId", created_at as "decidedAt", settled_at as "settledAt"
    from settlements where order_id = $1 order by created_at limit ${rowsMax}`,
};

const transactionsStatement: Statement = {
  name: 'story_transactions',
  text: `select chain_id as "chainId", tx_id as "txId", purpose, state, sequence::text as sequence, height,
      gas_cost as "gasCost", stored_at as "storedAt", sent_at as "sentAt"
    from outbox where order_id = $1 order by stored_at limit ${rowsMax}`,
};

/** Reads the story of an order. */
export async function readStory(database: Queryable, orderId: string): Promise<Story> {
  const id = [hashBytes(orderId)];
  type Row<T> = T & Readonly<Record<string, unknown>>;
  const [keys, deposits, settlements, transactions, entries] = await Promise.all([
    database.query<{ id: string | null }>(keyStatement, id),
    database.query<Row<StoryDeposit>>(depositsStatement, id),
    database.query<Row<StorySettlement>>(settlementsStatement, id),
    database.query<Row<StoryTransaction>>(transactionsStatement, id),
    readOrderEntries(database, orderId),
  ]);
  const apiKeyId = keys[0]?.id ?? undefined;
  return { apiKeyId, deposits, settlements, transactions, entries };
}
