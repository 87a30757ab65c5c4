import { textArray, type Transaction } from '@portage/database';
import { hashArray } from '../../kit/hashId.js';

/**
 * Ends collections that did not land. What they would have brought is due again where their
 * transaction alone could bring it. Where the allocator's signature can be carried out by anybody,
 * the earnings stay held until the chain has proven what became of it.
 */
export async function recordFailedCollections(
  tx: Transaction,
  collectionIds: readonly string[],
): Promise<void> {
  if (collectionIds.length === 0) return;
  await tx.query(
    `with failed as (
       insert into failed_collections (order_id, chain_id)
         select distinct order_id, chain_id from outbox
           where order_id = any($1::bytea[]) and purpose = 'collection' and authorization_nonce is not null
         on conflict do nothing
     )
     update settlements s set collected_by = null where s.collected_by = any($2::text[])
       and not exists (select from outbox o where o.order_id = any($1::bytea[]) and hash_text(o.order_id) = s.collected_by
         and o.purpose = 'collection' and o.authorization_nonce is not null)`,
    [hashArray(collectionIds), textArray(collectionIds)],
  );
}
