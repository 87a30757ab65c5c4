import type { Queryable, Statement } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

/** A withdrawal, as far as it has come. */
export interface StoredWithdrawal {
  readonly id: string;
  readonly chainId: number;
  readonly currency: string;
  /** Smallest units that left the owner's balance. */
  readonly amount: bigint;
  readonly owner: string;
  readonly recipient: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly expiresAt: number;
  /** Payments, one of each deposit. */
  readonly parts: readonly StoredPart[];
}

/** A payment of a withdrawal. */
export interface StoredPart {
  /**
   * `waiting`: to be signed. `sent`: signed, its end not final. `paid`: final. `returned`: not
   * paid, and the owner's again.
   */
  readonly state: 'waiting' | 'sent' | 'paid' | 'returned';
  /** Smallest units that it took of the owner's balance. */
  readonly amount: bigint;
  /** Smallest units that its recipient got; undefined until it is signed. */
  readonly paid: bigint | undefined;
  readonly txId: string | undefined;
  readonly reason: string | undefined;
}

const readStatement: Statement = {
  name: 'withdrawals_read',
  text: `
select w.id, w.chain_id, w.currency, w.amount, w.owner, w.recipient, w.created_at, w.expires_at, p.reason, p.amount as part_amount,
    s.settled_at is not null as is_settled, s.intent ->> 'recipient' as paid_to, s.intent ->> 'amount' as paid,
    (select o.tx_id from outbox o where o.order_id = p.withdrawal_id and o.leg = p.leg and o.state in ('stored', 'sent', 'mined')
       order by o.stored_at desc limit 1) as own_tx_id,
    -- Somebody else may have carried out what was signed for it.
    (select r.tx_id from releases r join outbox o on o.chain_id = r.chain_id and o.authorization_nonce = r.nonce
       where o.order_id = p.withdrawal_id and o.leg = p.leg and r.state = 'seen' limit 1) as release_tx_id
  from withdrawals w join withdrawal_parts p on p.withdrawal_id = w.id
  left join settlements s on s.order_id = p.withdrawal_id and s.leg = p.leg
  where w.id = $1 order by p.leg`,
};

interface Row {
  id: string;
  chain_id: number;
  currency: string;
  amount: bigint;
  owner: string;
  recipient: string;
  created_at: number;
  expires_at: number;
  reason: string | null;
  part_amount: bigint;
  is_settled: boolean;
  paid_to: string | null;
  paid: string | null;
  own_tx_id: string | null;
  release_tx_id: string | null;
}

function toPart(row: Row): StoredPart {
  const txId = row.release_tx_id ?? row.own_tx_id;
  const isReturned = row.is_settled && (row.paid_to === '' || row.paid_to === null);
  const isSigned = txId !== null;
  const isPaid = row.is_settled && !isReturned;
  return {
    state: isReturned ? 'returned' : isPaid ? 'paid' : isSigned ? 'sent' : 'waiting',
    amount: row.part_amount,
    paid: isReturned || row.paid === null ? undefined : BigInt(row.paid),
    txId: txId ?? undefined,
    reason: row.reason ?? undefined,
  };
}

/** Reads a withdrawal; undefined for an id that is none. */
export async function readWithdrawal(
  database: Queryable,
  id: string,
): Promise<StoredWithdrawal | undefined> {
  const rows = await database.query<Row>(readStatement, [hashBytes(id)]);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    id: first.id,
    chainId: first.chain_id,
    currency: first.currency,
    amount: first.amount,
    owner: first.owner,
    recipient: first.recipient,
    createdAt: first.created_at,
    expiresAt: first.expires_at,
    parts: rows.map(toPart),
  };
}
