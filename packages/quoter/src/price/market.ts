import type { PriceSource, Side } from '@portage/core';
import type { Policy } from '../policy.js';

/** What prices are read from, and when. */
export interface Market {
  readonly prices: PriceSource;
  readonly policy: Policy;
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Rent of the accounts that the payment opens, destination native currency; 0 unless given. */
  readonly rent?: bigint | undefined;
}

/** Prices of the currencies of a route. */
export interface RoutePrices {
  readonly given: Side;
  readonly origin: Side;
  readonly held: Side;
  readonly destination: Side;
  readonly originNative: Side;
  readonly destinationNative: Side;
}
