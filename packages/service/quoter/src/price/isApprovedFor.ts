import type { Deposits } from '@portage/core/chain';
import type { Route } from '../route/route.js';
import type { ChargedAmounts } from './chargedAmounts.js';
import type { Market } from './market.js';

/** Payment that may need an allowance. */
type ApprovedPayment = Parameters<NonNullable<Deposits['approvedTo']>>[0];

/**
 * Whether the payer allows already what its payment takes, from memory. What is not known is asked
 * for; a chain on which nothing is allowed has nothing to ask for.
 */
export function isApprovedFor(
  { inputCurrency: { chain, asset }, accounts: { payer: account }, payment }: Route,
  market: Market,
  { input, swaps }: Pick<ChargedAmounts, 'input' | 'swaps'>,
): boolean {
  const by = takenBy(payment.type, swaps);
  const currency = asset.address;
  const spender = by && chain.deposit?.approvedTo?.({ currency, by });
  if (spender === undefined) return false;
  const allowed = market.allowance(chain, { account, currency, spender });
  return allowed !== undefined && allowed >= input;
}

/** Way in which a payment is taken; undefined for a plain transfer. */
function takenBy(
  type: Route['payment']['type'],
  { origin }: ChargedAmounts['swaps'],
): ApprovedPayment['by'] | undefined {
  if (type === 'permit') return 'permit';
  if (type !== 'deposit' && type !== 'selfSwap' && type !== 'gasless') return undefined;
  return origin === undefined ? 'deposit' : 'swap';
}
