import { Money } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Route } from '../route/route.js';
import type { PricedRoute } from './pricedRoute.js';

/** How fast chains and payouts are, as measured; from memory, undefined while it is not known. */
export interface Timing {
  /** Seconds from one block of a chain to the next. */
  blockSeconds(chainId: number): number | undefined;
  /** Seconds from a block of a chain until the chain itself calls it final. */
  finalSeconds(chainId: number): number | undefined;
  /** Seconds from the finality of a deposit until its payout is seen. */
  payoutSeconds(originChainId: number, destinationChainId: number): number | undefined;
}

/** A chain as far as its time is concerned. */
type TimedChain = Pick<Chain, 'id' | 'secondsPerPayment' | 'finality'>;

/** A deposit on its way to a payout. */
export interface TimedRoute {
  readonly origin: TimedChain;
  readonly destination: TimedChain;
  /** Worth of the deposit, micro-USD: it decides how many blocks must stand on it. */
  readonly microUsd: bigint;
  readonly payment: Route['payment']['type'];
}

/**
 * Seconds from sending the deposit to the payout, rounded up to tenths: finality of a deposit of
 * this worth on the origin, and the payout as payouts were lately. A chain that was not measured
 * yet counts with its setting. Pure.
 *
 * @example
 * ```ts
 * estimateSeconds(route, timing); // 2.5: two blocks of a second, and half a second
 * ```
 */
export function estimateSeconds(
  { origin, destination, microUsd, payment }: TimedRoute,
  timing: Timing | undefined,
): number {
  const block = (chain: TimedChain): number =>
    timing?.blockSeconds(chain.id) ?? chain.secondsPerPayment;
  const inBlock = block(origin);
  // What the payer does alone waits for no deposit and no payout.
  if (payment === 'selfSwap' || payment === 'send') return toTenths(inBlock);
  const depth = origin.finality.confirmations(microUsd);
  const final =
    typeof depth === 'number'
      ? inBlock * Math.max(1, depth)
      : // How soon blocks are safe is not measured: no later than they are final.
        inBlock + (timing?.finalSeconds(origin.id) ?? 0);
  // What comes to an address of its own takes one more block, into the depository.
  const sweep = payment === 'depositAddress' ? inBlock : 0;
  const payout = timing?.payoutSeconds(origin.id, destination.id) ?? block(destination);
  return toTenths(final + sweep + payout);
}

/** Seconds of a priced route, with those of a path that its inventory comes by. Pure. */
export function routeSeconds(
  { route, rates: { deposit }, amounts, external }: PricedRoute,
  timing: Timing | undefined,
): number {
  const { depositCurrency, outputCurrency, payment } = route;
  const seconds = estimateSeconds(
    {
      origin: depositCurrency.chain,
      destination: outputCurrency.chain,
      microUsd: Money.usdUp(amounts.deposit, deposit.decimals, deposit.price),
      payment: payment.type,
    },
    timing,
  );
  return toTenths(seconds + (external?.seconds ?? 0));
}

function toTenths(seconds: number): number {
  // A sum of tenths is not a tenth more because of its last bit.
  return Math.ceil(seconds * 10 - 1e-6) / 10;
}
