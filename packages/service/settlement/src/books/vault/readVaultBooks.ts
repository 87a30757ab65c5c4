import type { Queryable, Statement } from '@portage/database';
import { vaultBooksText } from '../ledger/vaultBooksText.js';

const booksStatement: Statement = { name: 'vault_books', isReading: true, text: vaultBooksText };

/**
 * Amounts that a chain's depository should hold at least, by currency: what the ledger says,
 * without what depositors took that no quorum has told yet. Deposits that are not final yet come on
 * top.
 */
export async function readVaultBooks(
  database: Queryable,
  chainId: number,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await database.query<{ currency: string; amount: bigint }>(booksStatement, [
    chainId,
  ]);
  return new Map(rows.map(({ currency, amount }) => [currency, amount]));
}
