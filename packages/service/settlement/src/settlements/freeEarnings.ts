import { textArray, type Transaction } from '@portage/database';

/** Makes what these collections would have brought home due again. */
export async function freeEarnings(
  tx: Transaction,
  collectionIds: readonly string[],
): Promise<void> {
  if (collectionIds.length === 0) return;
  await tx.query(
    'update settlements set collected_by = null where collected_by = any($1::text[])',
    [textArray(collectionIds)],
  );
}
