/**
 * Accounts of the ledger. A positive balance is money at a place; accounts that may be negative say where it came from.
 * For each asset of a chain, what the depository holds is `escrow:* + claim:* + suspense + pnl`, and what a sender
 * holds is its `inventory`.
 */
export const accounts = {
  /** Everybody who is not us: payers, recipients. */
  outside: 'outside',
  /** In the depository, for an order that is neither paid nor paid back; zero once the order is settled. */
  escrow: (orderId: string): string => `escrow:${orderId}`,
  /** In the depository, earned by a solver and not yet withdrawn. */
  claim: (solver: string): string => `claim:${solver}`,
  /** In the depository, without an order that says what to do with it. */
  suspense: 'suspense',
  /** In the hands of a sender, to pay orders with. */
  inventory: (sender: string): string => `inventory:${sender}`,
  /** Paid to chains. */
  gas: 'gas',
  /** Put in by the owner; negative. */
  capital: 'capital',
  /** Losses that the house stands in for; negative. */
  pnl: 'pnl',
} as const;

/** How the ledger names a currency of a chain. */
export function ledgerAsset(chainId: number, currency: string): string {
  return `${String(chainId)}:${currency}`;
}
