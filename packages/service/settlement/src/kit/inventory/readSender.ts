import type { Transaction } from '@portage/database';

/** Account that earns on a chain: its sender. Undefined where nothing was ever spent there. */
export async function readSender(tx: Transaction, chainId: number): Promise<string | undefined> {
  const [row] = await tx.query<{ sender: string }>(
    'select sender from inventory where chain_id = $1 order by updated_at desc limit 1',
    [chainId],
  );
  return row?.sender;
}
