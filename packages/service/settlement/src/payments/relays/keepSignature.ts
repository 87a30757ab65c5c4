import type { Queryable, Statement, Transaction } from '@portage/database';
import { hashBytes } from '../../kit/hashId.js';
import { beginRequests } from '../../orders/requests/beginRequests.js';

/** Two that are posted at once wait for each other here: the second sees the first. */
const lockStatement: Statement = {
  name: 'permit_signatures_lock',
  text: 'select 1 from request_states where order_id = $1 for update',
};

const keepStatement: Statement = {
  name: 'permit_signatures_keep',
  text: 'insert into permit_signatures (order_id, part, signature) values ($1, $2, $3) on conflict (order_id, part) do nothing',
};

const othersStatement: Statement = {
  name: 'permit_signatures_others',
  text: 'select signature from permit_signatures where order_id = $1 and part <> $2 order by part',
};

/** Part of an order that a payer signs. */
export interface SignedPart {
  readonly orderId: string;
  readonly part: string;
}

/** Signature of one part of an order. */
export interface KeptSignature extends SignedPart {
  readonly signature: string;
}

/** The signatures of an order that are kept beside one of its parts. */
export async function readOtherSignatures(
  database: Queryable,
  { orderId, part }: SignedPart,
): Promise<readonly string[]> {
  const rows = await database.query<{ signature: string }>(othersStatement, [
    hashBytes(orderId),
    part,
  ]);
  return rows.map((row) => row.signature);
}

/** Keeps one of the signatures that an order waits for, and answers the others that are there. */
export async function keepSignature(
  tx: Transaction,
  { orderId, part, signature }: KeptSignature,
): Promise<readonly string[]> {
  await beginRequests(tx, [orderId]);
  await tx.query(lockStatement, [hashBytes(orderId)]);
  await tx.query(keepStatement, [hashBytes(orderId), part, signature]);
  return readOtherSignatures(tx, { orderId, part });
}
