import type { Statement, Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';

/**
 * Permits of one account and token go one after the other: of two that come at once the second sees
 * the first.
 */
const lockStatement: Statement = {
  name: 'permits_nonce_lock',
  text: `select pg_advisory_xact_lock(hashtextextended($1, 0))`,
};

/**
 * Whatever has been deposited for has used its nonce; what is on its way will. A nonce is stored
 * only where a token counts.
 */
const rivalStatement: Statement = {
  name: 'permits_nonce_rival',
  text: `
select q.id from requests q join request_states w using (order_id)
  where q.payer = $1 and q.order_id <> $2 and q.origin_chain_id = $3
    and q.execution_terms -> 'permit' ->> 'currency' = $4 and q.execution_terms -> 'permit' ->> 'nonce' = $5
    and w.status not in ('waiting', 'failure')
  limit 1`,
};

/** A permit as its token counts it. */
export interface CountedPermit {
  readonly orderId: string;
  readonly payer: string;
  readonly chainId: number;
  readonly currency: string;
  readonly nonce: string;
}

/**
 * Another request whose deposit uses the same nonce of the same account: of the two only one can be
 * paid. Until the transaction ends no other of them is looked for.
 *
 * @returns the id of the other request
 */
export async function findNonceRival(
  tx: Transaction,
  { orderId, payer, chainId, currency, nonce }: CountedPermit,
): Promise<string | undefined> {
  await tx.query(lockStatement, [`permit:${String(chainId)}:${currency}:${payer}`]);
  const [row] = await tx.query<{ id: string }>(rivalStatement, [
    payer,
    hashBytes(orderId),
    chainId,
    currency,
    nonce,
  ]);
  return row?.id;
}
