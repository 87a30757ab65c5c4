import type { Queryable, Statement } from '@portage/database';
import { vaultBooksText } from '../ledger/vaultBooksText.js';

const booksStatement: Statement = { name: 'vault_books', isReading: true, text: vaultBooksText };

/**
 * Amounts that a chain's depository should hold, by currency: what the ledger says, with deposits
 * that are not final yet, and without what depositors took that no quorum has told yet.
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
