import { lateAmount, type DuePayout, type PayoutDecision } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';
import { refund, wait } from './decision.js';
import { exchangePrices } from './exchangePrices.js';

const readingDelayMs = 500;

/**
 * Amount of a fill whose deposit came late, or what is done instead: it goes back
 * where the signed minimum cannot be paid at the prices and gas of now.
 *
 * @param gas - gas of the payment, in the chain's native currency
 */
export function planLate(
  context: ChainContext,
  { order, executionTerms }: DuePayout,
  gas: bigint,
): bigint | PayoutDecision {
  const { chain } = context;
  const [payment] = order.output.payments;
  const terms = executionTerms?.late;
  const asset = chain.assets.find(({ address }) => address === payment?.currency);
  if (payment === undefined || terms === undefined || asset === undefined)
    return refund('TTL_EXPIRED');
  const prices = exchangePrices(context, {
    received: terms.origin.assetId,
    paid: terms.destination.assetId,
  });
  const native = fresh(context, context.prices(chain.native.id));
  if (prices === undefined || native === undefined)
    return wait(readingDelayMs, 'prices are not known');
  const amount = lateAmount(
    { expected: BigInt(payment.expectedAmount), minimum: BigInt(payment.minimumAmount) },
    terms,
    {
      gas,
      origin: prices.received,
      native: { decimals: chain.native.decimals, price: native },
      destination: { decimals: asset.decimals, price: prices.paid },
    },
  );
  return amount ?? refund('TTL_EXPIRED');
}
