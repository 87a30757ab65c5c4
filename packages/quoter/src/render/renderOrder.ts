import type { OrderData } from '@portage/core';
import { quoteText as quote } from './quoteText.js';

type Refund = OrderData['inputs'][number]['refunds'][number];

/**
 * JSON text of an order; `JSON.stringify` is the plain twin. Amounts are digits and data is hex by
 * then; slugs, accounts and currencies are what configurations and codecs say, and are quoted.
 */
export function renderOrder({
  version,
  solverChainId,
  solver,
  salt,
  inputs,
  output,
  fees,
}: OrderData): string {
  return (
    `{"version":"${version}","solverChainId":${quote(solverChainId)},"solver":${quote(solver)},"salt":"${salt}","inputs":[${list(inputs, renderInput)}],` +
    `"output":{"chainId":${quote(output.chainId)},"payments":[${list(output.payments, renderPayment)}],"calls":${renderList(output.calls)},` +
    `"deadline":${output.deadline},"extraData":"${output.extraData}"},"fees":${renderList(fees)}}`
  );
}

/** Lists that are empty in most orders. */
function renderList(items: readonly unknown[]): string {
  return items.length === 0 ? '[]' : JSON.stringify(items);
}

function list<Item>(items: readonly Item[], render: (item: Item) => string): string {
  let text = '';
  for (const item of items) text += text === '' ? render(item) : `,${render(item)}`;
  return text;
}

function renderInput({ payment, refunds }: OrderData['inputs'][number]): string {
  const { chainId, currency, amount, weight } = payment;
  return `{"payment":{"chainId":${quote(chainId)},"currency":${quote(currency)},"amount":"${amount}","weight":"${weight}"},"refunds":[${list(refunds, renderRefund)}]}`;
}

function renderRefund({
  chainId,
  recipient,
  currency,
  minimumAmount,
  deadline,
  extraData,
}: Refund): string {
  return (
    `{"chainId":${quote(chainId)},"recipient":${quote(recipient)},"currency":${quote(currency)},` +
    `"minimumAmount":"${minimumAmount}","deadline":${deadline},"extraData":"${extraData}"}`
  );
}

function renderPayment({
  recipient,
  currency,
  minimumAmount,
  expectedAmount,
}: OrderData['output']['payments'][number]): string {
  return `{"recipient":${quote(recipient)},"currency":${quote(currency)},"minimumAmount":"${minimumAmount}","expectedAmount":"${expectedAmount}"}`;
}
