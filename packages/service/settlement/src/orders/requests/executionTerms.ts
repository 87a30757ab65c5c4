import type { Authorization } from '@portage/core';
import type { GaslessTerms, PermitTerms } from '@portage/core/chain';

/**
 * Terms of a fill whose deposit came late, as JSON: amounts are strings. Fixed when the
 * order was quoted.
 */
export interface LateTerms {
  /** The most that gas may take of the output. */
  readonly toleranceBps: string;
  /** The least that a deposit in time gets; the market may not take more of a late one. */
  readonly minimum: string;
  /** Charge of the quote for gas, in the output currency. */
  readonly gas: string;
  /** Assets with their prices as quoted. */
  readonly origin: QuotedAsset;
  readonly destination: QuotedAsset;
}

/** An asset with its price as quoted, in 10^-12 USD, as text. */
export interface QuotedAsset {
  readonly assetId: string;
  readonly usdE12: string;
}

/**
 * The market as an order was quoted, as JSON: amounts are strings. A fill compares it with the
 * market of its own time.
 */
export interface QuotedMarket {
  /** Charge for gas of the fill, in the destination's native currency. */
  readonly gas: string;
  /**
   * Charge for what the solver does to bring the deposit in, a permit, a gasless call or a sweep,
   * in the origin's native currency. Absent where it does nothing, and in orders from before it was
   * kept: their deposits are brought in whatever that costs.
   */
  readonly depositGas?: string | undefined;
  /** Price of that native currency, in 10^-12 USD. Absent in orders from before it was kept. */
  readonly nativeUsdE12?: string | undefined;
  /** The least that a deposit in time gets, in the output currency. */
  readonly minimum: string;
  /**
   * Assets that are exchanged: the deposit, and what the solver gives of its own. Absent where both
   * are one asset, and at a fixed rate.
   */
  readonly exchange?: { readonly origin: QuotedAsset; readonly inventory: QuotedAsset } | undefined;
}

/**
 * Inventory that the solver gives for what the order pays, where it does not hold that; amounts
 * are strings.
 */
export interface FillFunds {
  /** A currency that the solver holds. */
  readonly currency: string;
  /** Amount that the payer was charged for: all of it is spent, and never more. */
  readonly amount: string;
  /** Account that gets the output beyond the expected amount. Default: the recipient. */
  readonly surplusTo?: 'solver' | undefined;
  /** Names of the sources to choose from. Default: all. */
  readonly included?: readonly string[] | undefined;
  /** Names of sources that must not be used. */
  readonly excluded?: readonly string[] | undefined;
  /** Most pools that the swap may go through. Default: as many as are searched. */
  readonly hopsMax?: number | undefined;
}

/**
 * Terms of a fill whose deposit is less than was quoted, because a swap before it brought
 * less, as JSON: amounts are strings, in the currency of the deposit.
 */
export interface ShortTerms {
  /** Less than this is paid back. */
  readonly least: string;
  /**
   * Part of the fees that the payer pays, however small the deposit; what is left of it is filled
   * in proportion.
   */
  readonly fees: string;
}

/**
 * Sponsor of the API key that a gasless deposit was quoted with, as JSON; absent where the key has
 * none, and then the operator pays for failures.
 */
export interface GaslessSponsor {
  /** Account whose balance is charged. */
  readonly account: string;
  /** Price of the gas as quoted: of the native currency, in 10^-12 USD, as text. */
  readonly usdE12: string;
  /** Decimals of the native currency. */
  readonly decimals: number;
}

/** Inventory that a path brings before an order is filled, as JSON: amounts are strings. */
export interface ExternalTerms {
  /** Currency and amount that the payment takes of the inventory, on the destination chain. */
  readonly currency: string;
  readonly amount: string;
  /** Seconds that the path takes. */
  readonly seconds: number;
}

/**
 * Bookings of a fill beside the payment, as JSON: amounts are strings. Fixed when the order was
 * quoted.
 */
export interface ExecutionTerms {
  /**
   * Earnings of each app of the input, in its currency, and what that was of it and worth. One
   * entry for each account.
   */
  readonly appFees: readonly {
    readonly account: string;
    readonly amount: string;
    readonly bps?: string;
    readonly microUsd?: string;
  }[];
  /** Sponsor whose balance pays what the payer does not, and the currency of that balance. */
  readonly sponsor?:
    | {
        readonly account: string;
        readonly microUsd: string;
        readonly currency?: { readonly chainId: number; readonly address: string };
      }
    | undefined;
  /** The payer signs for the deposit, and the solver makes it. */
  readonly permit?: PermitTerms | undefined;
  /** The solver calls the payer's own account, which makes the deposit. */
  readonly gasless?: GaslessTerms | undefined;
  /** Sponsor that pays for the gas of a gasless deposit that brings nothing in. */
  readonly gaslessSponsor?: GaslessSponsor | undefined;
  /** Absent in orders from before it was kept: they are filled at whatever gas and prices. */
  readonly quoted?: QuotedMarket | undefined;
  /** The payer named the window itself by `ttl`: nothing is filled after it. */
  readonly hasTtl?: true | undefined;
  /** A late deposit of an order without them is paid back. */
  readonly late?: LateTerms | undefined;
  /** A short deposit of an order without them is paid back. */
  readonly short?: ShortTerms | undefined;
  /** Party that gets what a swap before the deposit brings beyond it. Default: it goes back. */
  readonly depositSurplusTo?: 'solver' | undefined;
  /** The payment swaps for what it pays. */
  readonly fill?: FillFunds | undefined;
  /** The payment waits for inventory of another chain. */
  readonly external?: ExternalTerms | undefined;
  /** The most gas that the order's calls may use. */
  readonly callsGas?: number | undefined;
  /**
   * Party that bears the rent of the account that the payment opens; absent where the quote found
   * it open, and then the payment opens none.
   */
  readonly opensAccount?: 'payer' | 'sponsor' | undefined;
  /** Delegations that the payment carries along. */
  readonly authorizations?: readonly Authorization[] | undefined;
}

/** Charge of a sponsor for an order, in micro-USD; 0 where it has no sponsor. */
export function sponsorAmount(executionTerms: ExecutionTerms | undefined): bigint {
  return BigInt(executionTerms?.sponsor?.microUsd ?? 0);
}
