/**
 * Accounts of the ledger. A positive balance is money at a place; accounts that may be negative say
 * where it came from. For each asset of a chain, what the depository holds is
 * `escrow:* + solver:* + app-fee:* + withdrawable:* + suspense + pnl + collected`, what a sender
 * holds is its `inventory`, and what left it for another chain is `in-flight` until it arrives.
 * Sponsors' balances are in {@link sponsorAsset}, which is on no chain.
 */
export const accounts = {
  /** Everybody who is not us: payers, recipients. */
  outside: 'outside',
  /**
   * In the depository, for an order that is neither paid nor paid back; zero once the order is
   * settled.
   */
  escrow: (orderId: string): string => `escrow:${orderId}`,
  /** Earned by a solver with deposits; in the depository, but for what `collected` took away. */
  solver: (solver: string): string => `solver:${solver}`,
  /** Earned by an app and not yet claimed; in the depository, but for what `collected` took. */
  appFee: (wallet: string): string => `app-fee:${wallet}`,
  /** Earned by an app, and set apart for the fast fill of an order until its deposit is final. */
  appFeeCollateral: (wallet: string, orderId: string): string => `app-fee:${wallet}:${orderId}`,
  /** Earned by an app, and set apart for a claim until it is paid or given back. */
  appFeeClaim: (wallet: string, claimId: string): string => `app-fee:${wallet}:${claimId}`,
  /** Brought by a sponsor and free to pay fees with; the operator holds it. */
  sponsor: (account: string): string => `sponsor:${account}`,
  /**
   * Set apart of a sponsor's balance for an order that is being filled; zero once the order has
   * ended.
   */
  sponsorReserve: (orderId: string): string => `sponsor-reserve:${orderId}`,
  /** In the depository, for its owner to withdraw: no order says what to do with it. */
  withdrawable: (owner: string): string => `withdrawable:${owner}`,
  /** In the depository, without an owner until an operator has decided. */
  suspense: 'suspense',
  /** Earnings that were brought from the depository to a sender's inventory; negative. */
  collected: 'collected',
  /** In the hands of a sender, to pay orders with. */
  inventory: (sender: string): string => `inventory:${sender}`,
  /** On its way from one chain to another, over a path; the solver's own. */
  inFlight: 'in-flight',
  /** Paid to chains. */
  gas: 'gas',
  /** Kept by paths of what they brought to another chain. */
  pathCost: 'path-cost',
  /** Put in by the owner; negative. */
  capital: 'capital',
  /** Losses that the operator stands in for; negative. */
  pnl: 'pnl',
  /** Gone without a transaction of ours, as an operator has found. */
  loss: 'loss',
  /** Come in unexplained, as an operator has found; negative. */
  gain: 'gain',
} as const;

/** Asset of sponsors' balances: micro-USD that the operator holds outside every chain. */
export const sponsorAsset = 'usd';

/**
 * Whether an account is money in a chain's depository, where its asset is one of that chain. All
 * others are elsewhere.
 */
export function isInDepository(account: string): boolean {
  const elsewhere: readonly string[] = [
    accounts.outside,
    accounts.inFlight,
    accounts.gas,
    accounts.pathCost,
    accounts.capital,
    accounts.loss,
    accounts.gain,
  ];
  return !elsewhere.includes(account) && !account.startsWith(accounts.inventory(''));
}

/** A chain as the ledger knows it. */
export interface LedgerChain {
  readonly id: number;
  /** Its native currency. */
  readonly native: string;
}

/** Chain of an asset that {@link ledgerAsset} named. */
export function chainIdOf(asset: string): number {
  return Number(asset.slice(0, asset.indexOf(':')));
}

/** Currency of an asset that {@link ledgerAsset} named. */
export function currencyOf(asset: string): string {
  return asset.slice(asset.indexOf(':') + 1);
}

/** Name of a chain's currency in the ledger. */
export function ledgerAsset(chainId: number, currency: string): string {
  return `${String(chainId)}:${currency}`;
}
