import { formatPercent, percentE2 } from '@portage/fees';
import { Money, requestFault } from '@portage/core';
import type { QuotePolicy } from '../policy.js';
import type { QuotedRoute } from './quotedRequest.js';
import { worthOf } from './showAmount.js';

/** A quote that is about to be answered. */
export type ImpactInput = Pick<QuotedRoute, 'priced' | 'figures' | 'cost'>;

/**
 * Refuses a quote whose swap costs more of the expected input than the policy lets pass without a
 * word: what the pools take, and what moving liquidity in this direction costs beside it. Other
 * fees, rent, what a sponsor pays and the caller's own tolerance are no part of it. A caller that
 * overrides it sees it in the quote itself; a fixed rate is the caller's own choice.
 *
 * @throws PortageError `SWAP_IMPACT_TOO_HIGH`
 * @see docs/spec/quote.md#overridePriceImpact
 */
export function checkImpact(
  { priced, figures, cost: { impact } }: ImpactInput,
  { swapImpactBpsMax }: QuotePolicy,
): void {
  const { currencies, amounts, isFixedRate } = figures;
  if (priced.route.request.body.overridePriceImpact === true || isFixedRate) return;
  const input = worthOf(currencies.input, amounts.expectedInput);
  const { swap, expanded } = impact;
  // A reward for the direction must not hide what the pools take; a charge for it counts.
  const cost = -(swap.microUsd < expanded.swap ? swap.microUsd : expanded.swap);
  if (cost * Money.wholeBps <= input * swapImpactBpsMax) return;
  const percent = formatPercent(percentE2(cost, input));
  throw requestFault('amount', 'moves the price too far', {
    code: 'SWAP_IMPACT_TOO_HIGH',
    message: `The price impact is ${percent}% of the input.`,
    hint: 'Try another amount, or take it with overridePriceImpact.',
    context: {
      impactPercent: percent,
      impactUsd: Money.formatUsd(-cost),
      maxPercent: formatPercent(swapImpactBpsMax),
    },
  });
}
