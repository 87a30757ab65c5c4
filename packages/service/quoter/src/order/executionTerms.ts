import type { AppFeeShare } from '@portage/fees';
import { Money } from '@portage/core';
import type { FillFunds, LateTerms, ExecutionTerms, ShortTerms } from '@portage/settlement';
import type { PaymentTerms } from '../payment/paymentMethod.js';
import type { PricedRoute } from '../price/pricedRoute.js';
import type { SponsorCharge } from '../sponsor/chargeSponsor.js';

/**
 * JSON text of the terms under which an order is executed: postings beside the payment, and how it
 * is made, late, short or by a swap. Undefined where the order alone says everything.
 */
export function executionTerms(
  priced: PricedRoute,
  sponsor: SponsorCharge | undefined,
  { permit, gasless }: PaymentTerms,
): string | undefined {
  const { callsGas, authorizations: signed } = priced.route.extras;
  const late = lateTerms(priced);
  const fill = fillFunds(priced);
  const short = shortTerms(priced);
  const authorizations = signed.length === 0 ? undefined : signed;
  const members = [sponsor, late, fill, short, callsGas, authorizations, permit, gasless];
  if (priced.appFees.length === 0 && members.every((member) => member === undefined))
    return undefined;
  // Members that are undefined are not printed.
  const terms = {
    appFees: priced.appFees.map((share) => describeShare(share, priced)),
    sponsor:
      sponsor === undefined
        ? undefined
        : { account: sponsor.account, microUsd: sponsor.microUsd.toString(), ...sponsor.currency },
    ...{ late, fill, short, callsGas, authorizations, permit, gasless },
  } satisfies { readonly [Member in keyof ExecutionTerms]-?: ExecutionTerms[Member] | undefined };
  return JSON.stringify(terms);
}

/**
 * Fees of one recipient are added up before they are taken off the input, and so are their basis
 * points.
 */
function describeShare(
  { recipient, amount }: AppFeeShare,
  { route, rates: { deposit } }: PricedRoute,
): ExecutionTerms['appFees'][number] {
  const bpsE4 = route.appFees
    .filter((fee) => fee.recipient === recipient)
    .reduce((sum, fee) => sum + fee.bpsE4, 0n);
  return {
    account: recipient,
    amount: amount.toString(),
    bps: Money.format(bpsE4, 4),
    microUsd: Money.usdDown(amount, deposit.decimals, deposit.price).toString(),
  };
}

/** The charge for gas is rounded up, so that a late payer owes no part of it again. */
function lateTerms({ route, rates, fees, amounts }: PricedRoute): LateTerms | undefined {
  const bps = route.request.latePaymentSlippageBps ?? 0n;
  if (bps === 0n) return undefined;
  return {
    toleranceBps: bps.toString(),
    minimum: amounts.minimumOutput.toString(),
    gas: Money.convertUp(fees.relayerGas, rates.deposit, rates.output).toString(),
    origin: {
      assetId: route.depositCurrency.asset.id,
      usdE12: rates.deposit.price.usdE12.toString(),
    },
    destination: {
      assetId: route.outputCurrency.asset.id,
      usdE12: rates.output.price.usdE12.toString(),
    },
  };
}

/** Funds that the solver gives for what the order pays, where pools stand between them. */
function fillFunds({ route, swaps, amounts }: PricedRoute): FillFunds | undefined {
  if (swaps.destination === undefined) return undefined;
  const { tradeType, enableTrueExactOutput } = route.request.body;
  const isSolvers = tradeType === 'EXACT_OUTPUT' && enableTrueExactOutput;
  const { included, excluded } = route.filters.destination;
  return {
    currency: route.inventoryCurrency.asset.address,
    amount: amounts.inventory.toString(),
    ...(isSolvers ? { surplusTo: 'solver' } : {}),
    ...(included === undefined ? {} : { included }),
    ...(excluded === undefined ? {} : { excluded }),
  };
}

/** Terms for a deposit that is less than quoted, because a swap before it brought less. */
function shortTerms({ amounts, sponsorship }: PricedRoute): ShortTerms | undefined {
  return amounts.minimumDeposit === amounts.deposit
    ? undefined
    : { least: amounts.minimumDeposit.toString(), fees: sponsorship.userPaysTotal.toString() };
}
