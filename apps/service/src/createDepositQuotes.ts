import type { Keys } from '@portage/access';
import type { Quoter } from '@portage/quoter';
import type { QuoteDeposit } from '@portage/solver';

/** Quotes and keys, as far as deposits of open addresses need them. */
export interface DepositQuotesOptions {
  readonly quoter: Pick<Quoter, 'quoteDeposit'>;
  readonly keys: Pick<Keys, 'find'>;
}

/**
 * Makes the quotes of deposits at open addresses, which are paid for half a year: each asks whether
 * the key of its address still counts.
 */
export function createDepositQuotes({ quoter, keys }: DepositQuotesOptions): QuoteDeposit {
  return async (deposit) => {
    const { apiKeyId } = deposit.address;
    const key = apiKeyId === undefined ? undefined : await keys.find(apiKeyId);
    return await quoter.quoteDeposit(deposit, key?.revokedAt !== undefined);
  };
}
