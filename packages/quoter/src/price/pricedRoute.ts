import type { SwapQuote } from '@portage/core';
import type { AppFeeShare, FeeSplit, Sponsorship } from '@portage/fees';
import type { Route } from '../route/findRoute.js';
import type { RoutePrices } from './market.js';

/** A route with every amount that its quote promises. Amounts are smallest units. */
export interface PricedRoute {
  readonly route: Route;
  readonly prices: RoutePrices;
  /** What the payer gives, given currency; at the most, for an exact output. */
  readonly amountGiven: bigint;
  /** What the order takes, origin currency: the same without a swap before it. */
  readonly amountIn: bigint;
  /**
   * The least that the order is filled for, with less; `amountIn` without a swap before it. Origin
   * currency.
   */
  readonly leastIn: bigint;
  /**
   * What the solver is to spend, held currency: the same as `amountOut` without a swap behind it.
   */
  readonly amountHeld: bigint;
  /** What the recipient is meant to get, destination currency. */
  readonly amountOut: bigint;
  /**
   * What the recipient gets beside, destination native currency; part of what the payment costs.
   */
  readonly topup: bigint;
  /** The least that the recipient gets for a deposit in time. */
  readonly minimumInTime: bigint;
  /**
   * The least that the recipient gets, also for a late deposit, as it is signed; an order that
   * cannot pay it is refunded.
   */
  readonly minimumOut: bigint;
  /** What the payer's own transactions cost, origin native currency. */
  readonly originGas: bigint;
  /** Fees in the origin currency. */
  readonly fees: FeeSplit;
  /** What each app earns, origin currency. */
  readonly appFees: readonly AppFeeShare[];
  readonly sponsorship: Sponsorship;
  readonly isFixedRate: boolean;
  /** The swaps on both sides, where there are any. */
  readonly swaps: RouteSwaps;
}

/** The swaps of a route, as the pools in memory answer. */
export interface RouteSwaps {
  /** Of what is given, before the deposit. */
  readonly origin: SwapQuote | undefined;
  /** Of what the solver holds; the solver looks for the best way anew when it pays. */
  readonly destination: SwapQuote | undefined;
}
