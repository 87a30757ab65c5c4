import { Money, type CurrencyAmount } from '@portage/core';
import type { QuoteFigures } from '@portage/quoter';
import { ledgerAsset, type RequestFacts } from '@portage/settlement';

/**
 * Amount that a request paid back, as seen in blocks, at the price of its quote. Undefined unless
 * the request ended as a refund: clients of the model take a request with this amount for a refund,
 * whatever its status. Undefined, too, where the quote has no such currency. Pure.
 */
export function refundedAmount(
  { request, transactions }: Pick<RequestFacts, 'request' | 'transactions'>,
  { currencies }: Pick<QuoteFigures, 'currencies'>,
): CurrencyAmount | undefined {
  if (request.status !== 'refund') return undefined;
  const refunds = transactions.filter(({ role }) => role === 'refund');
  const [first] = refunds;
  if (first === undefined) return undefined;
  const asset = ledgerAsset(first.chainId, first.currency);
  const isOf = (chainId: number, currency: string): boolean =>
    ledgerAsset(chainId, currency) === asset;
  const quoted = Object.values(currencies).find(({ wire }) => isOf(wire.chainId, wire.address));
  if (quoted === undefined) return undefined;
  const amount = refunds
    .filter(({ chainId, currency }) => isOf(chainId, currency))
    .reduce((sum, refund) => sum + refund.amount, 0n);
  const { decimals, price } = quoted.rate;
  return {
    currency: quoted.wire,
    amount: amount.toString(),
    amountFormatted: Money.format(amount, decimals),
    amountUsd: Money.formatUsd(Money.usdDown(amount, decimals, price)),
    minimumAmount: amount.toString(),
  };
}
