import { Money } from '@portage/core';
import type { LateTerms, OrderCharges } from '@portage/store';
import type { PricedRoute } from './price/priceRoute.js';
import type { SponsorCharge } from './sponsor.js';

/** JSON text of what a fill books beside the payment and how it is made late; undefined where there is nothing of both. */
export function chargesText(priced: PricedRoute, sponsor: SponsorCharge | undefined): string | undefined {
  const late = lateTerms(priced);
  if (priced.appFees.length === 0 && sponsor === undefined && late === undefined) return undefined;
  const charges: OrderCharges = {
    appFees: priced.appFees.map(({ recipient, amount }) => ({ account: recipient, amount: amount.toString() })),
    ...(sponsor === undefined ? {} : { sponsor: { account: sponsor.account, microUsd: sponsor.microUsd.toString() } }),
    ...(late === undefined ? {} : { late }),
  };
  return JSON.stringify(charges);
}

/** What was charged for gas is rounded up, so that a late payer owes no part of it again. */
function lateTerms({ route, prices, fees, minimumInTime }: PricedRoute): LateTerms | undefined {
  const bps = route.request.latePaymentSlippageBps ?? 0n;
  if (bps === 0n) return undefined;
  return {
    toleranceBps: bps.toString(),
    minimum: minimumInTime.toString(),
    gas: Money.convertUp(fees.relayerGas, prices.origin, prices.destination).toString(),
    origin: { assetId: route.origin.asset.id, usdE12: prices.origin.price.usdE12.toString() },
    destination: { assetId: route.destination.asset.id, usdE12: prices.destination.price.usdE12.toString() },
  };
}
