import type { AppFeeTerms } from '@portage/fees';
import type { PaymentMethod } from '../payment/paymentMethod.js';
import type { CheckedRequest } from '../request/readRequest.js';
import type { ListedCurrency } from './catalog.js';
import type { Extras } from './readExtras.js';
import type { SwapFilters } from './readSwapFilters.js';

/** Accounts of a route, canonical. */
export interface RouteAccounts {
  readonly payer: string;
  readonly recipient: string;
  /**
   * Account paid back on the origin chain: `refundTo`, else the recipient, else the payer.
   * @see docs/spec/quote.md#refundTo
   */
  readonly refundOnOrigin: string;
  /** Account paid back on the destination chain. */
  readonly refundOnDestination: string;
  /** Account that pays the fees of the deposit in the payer's place. */
  readonly feePayer: string | undefined;
}

/** Currencies that a route leads through, from what is paid to what is received. */
export interface RouteCurrencies {
  /** Currency that the payer gives. */
  readonly inputCurrency: ListedCurrency;
  /** Currency that enters the depository: the input, or what it is swapped for on the way. */
  readonly depositCurrency: ListedCurrency;
  /** Currency that the solver spends: the output, or what it is swapped from. */
  readonly inventoryCurrency: ListedCurrency;
  /** Currency that the recipient gets. */
  readonly outputCurrency: ListedCurrency;
}

/** Native currencies of the two chains. */
export interface NativeCurrencies {
  readonly origin: ListedCurrency;
  readonly destination: ListedCurrency;
}

/** A request whose names are looked up. */
export interface Route extends RouteCurrencies {
  readonly request: CheckedRequest;
  readonly nativeCurrencies: NativeCurrencies;
  readonly payment: PaymentMethod;
  readonly accounts: RouteAccounts;
  /** Fees of apps, with their accounts on the solver's chain. */
  readonly appFees: readonly AppFeeTerms[];
  readonly extras: Extras;
  /** Sources that swaps may use. */
  readonly filters: SwapFilters;
}
