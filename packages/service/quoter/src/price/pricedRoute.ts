import type { SwapQuote } from '@portage/core/chain';
import type { AppFeeShare, FeeParts, FeeSplit, Sponsorship } from '@portage/fees';
import type { Route } from '../route/route.js';
import type { RouteExternal } from './externalLiquidity.js';
import type { RouteRates } from './rates.js';

/** Amounts of a route, smallest units, each of the currency of its role. */
export interface RouteAmounts {
  /** Amount that the payer gives; at the most, for an exact output. */
  readonly input: bigint;
  /** Amount that the order takes: the input without a swap before it. */
  readonly deposit: bigint;
  /** Amount that the solver is to spend: the output without a swap behind it. */
  readonly inventory: bigint;
  /** Amount that the recipient is meant to get. */
  readonly output: bigint;
  /** The least deposit that the order is filled for, with less. */
  readonly minimumDeposit: bigint;
  /** The least that the recipient gets of a deposit in time. */
  readonly minimumOutput: bigint;
  /**
   * The least output as it is signed: `minimumOutput`, and less where the order may be filled late.
   * An order that cannot pay it is refunded.
   */
  readonly signedMinimum: bigint;
}

/** The swaps of a route, as the pools in memory answer. */
export interface RouteSwaps {
  /** Swap of the input, before the deposit. */
  readonly origin: SwapQuote | undefined;
  /** Swap of the inventory; the solver looks for the best way anew when it pays. */
  readonly destination: SwapQuote | undefined;
}

/** A route with its numbers; every division is rounded against the payer. */
export interface PricedRoute {
  readonly route: Route;
  readonly rates: RouteRates;
  readonly amounts: RouteAmounts;
  /** Whether the payer's allowance suffices, so that no approval is asked for. */
  readonly isApproved: boolean;
  /** Gas of the payer's own transactions, origin native currency. */
  readonly payerGas: bigint;
  /**
   * Gas that the solver burns to bring the deposit in, origin native currency; part of the cost.
   */
  readonly depositGas: bigint;
  /** Gas of the payment, destination native currency; part of what the payment costs. */
  readonly fillGas: bigint;
  /** Destination native currency beside the payment; part of what the payment costs. */
  readonly topup: bigint;
  /** Parts that the fees are made from, deposit currency. */
  readonly feeParts: FeeParts;
  readonly fees: FeeSplit;
  readonly sponsorship: Sponsorship;
  /** Earnings of each app, deposit currency. */
  readonly appFees: readonly AppFeeShare[];
  readonly swaps: RouteSwaps;
  readonly isFixedRate: boolean;
  /** Inventory that a path brings before the payment; undefined where the solver holds enough. */
  readonly external: RouteExternal | undefined;
}
