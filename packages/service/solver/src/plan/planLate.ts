import type { Price } from '@portage/core';
import { lateAmount, type ClaimedPayout, type PayoutDecision } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { refund, wait } from './decision.js';

const readingDelayMs = 500;

/**
 * Amount of a fill whose deposit came late, or what is done instead: it goes back
 * where the signed minimum cannot be paid at the prices and gas of now.
 *
 * @param gas - gas of the payment, in the chain's native currency
 */
export function planLate(
  context: ChainContext,
  { order, executionTerms }: ClaimedPayout,
  gas: bigint,
): bigint | PayoutDecision {
  const { chain } = context;
  const [payment] = order.output.payments;
  const terms = executionTerms?.late;
  const asset = chain.assets.find(({ address }) => address === payment?.currency);
  if (payment === undefined || terms === undefined || asset === undefined)
    return refund('TTL_EXPIRED');
  const price = (assetId: string): Price | undefined => fresh(context, context.prices(assetId));
  const [origin, destination, native] = [
    price(terms.origin.assetId),
    price(terms.destination.assetId),
    price(chain.native.id),
  ];
  if (origin === undefined || destination === undefined || native === undefined)
    return wait(readingDelayMs, 'prices are not known');
  const amount = lateAmount(
    { expected: BigInt(payment.expectedAmount), minimum: BigInt(payment.minimumAmount) },
    terms,
    {
      gas,
      origin,
      native: { decimals: chain.native.decimals, price: native },
      destination: { decimals: asset.decimals, price: destination },
    },
  );
  return amount ?? refund('TTL_EXPIRED');
}
