import { Money } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { DuePayout, RefundSides } from '@portage/settlement';

/** The cost of a sweep that is not read within this time is not waited for any more. */
const costWaitMs = 60_000;

/**
 * Gas of the sweep of a deposit, as its refund pays for it: what it really cost, and on the chain
 * of the quote at most what the quote charged for it. Money at an address on another chain is
 * swept only while that costs a hundredth of it.
 *
 * @param sides - left out where the refund is in the native currency
 * @returns smallest units of the currency that is paid back, rounded up; zero where there
 *   was no sweep, undefined while its cost is waited for
 */
export function sweepCharge(
  { sweepGas = 0n, isSweepOpen, waitedMs, executionTerms, order }: DuePayout,
  { slug }: Pick<Chain, 'slug'>,
  sides: RefundSides | undefined,
): bigint | undefined {
  if (isSweepOpen === true) return waitedMs < costWaitMs ? undefined : 0n;
  const quoted = executionTerms?.quoted;
  if (quoted === undefined || sweepGas === 0n) return 0n;
  const charged = BigInt(quoted.depositGas ?? 0);
  const isQuotedChain = order.inputs[0]?.payment.chainId === slug;
  const gas = isQuotedChain && sweepGas > charged ? charged : sweepGas;
  return sides === undefined ? gas : Money.convertUp(gas, sides.native, sides.currency);
}
