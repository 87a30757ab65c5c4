import { Money } from '@portage/core';
import { mainLeg, type DuePayout } from '@portage/settlement';
import { fresh, type ChainContext } from '../context.js';

/** Gas of an order's own reverted calls that comes off its refund. */
export interface BurnedCharge {
  /** In smallest units of the destination's native currency. */
  readonly gas: bigint;
  /** The same in the currency of the deposit, rounded up. */
  readonly amount: bigint;
}

/**
 * Gas of the payer's own reverted calls, as its refund pays for it: what they really burned, and at
 * most what the quote charged for gas, at the price of the quote. A fill that reverted for another
 * reason is the solver's loss. Zero where nothing is charged.
 *
 * @param deposit - decimals and price of the currency that is paid back
 * @returns undefined while the price of that gas is not known
 */
export function burnedCharge(
  context: ChainContext,
  spend: DuePayout,
  deposit: Money.PricedAsset | undefined,
): BurnedCharge | undefined {
  const { order, job, executionTerms, revertedGas = 0n } = spend;
  const nothing = { gas: 0n, amount: 0n };
  const chain = context.chains.all.find(({ slug }) => slug === order.output.chainId);
  const quoted = executionTerms?.quoted;
  if (job.leg !== mainLeg || revertedGas === 0n || chain === undefined || quoted === undefined)
    return nothing;
  const charged = BigInt(quoted.gas);
  const gas = revertedGas < charged ? revertedGas : charged;
  if (gas === 0n || !runsPayersCode(spend, chain)) return nothing;
  const price =
    quoted.nativeUsdE12 === undefined
      ? fresh(context, context.prices(chain.native.id))
      : { usdE12: BigInt(quoted.nativeUsdE12) };
  if (price === undefined || deposit === undefined) return undefined;
  return { gas, amount: Money.convertUp(gas, { decimals: chain.native.decimals, price }, deposit) };
}

/** Whether a fill ran code that its payer chose: calls, delegations, or its recipient's own. */
function runsPayersCode(
  { order: { output }, executionTerms }: DuePayout,
  { gas, native }: Pick<ChainContext['chain'], 'gas' | 'native'>,
): boolean {
  return (
    output.calls.length > 0 ||
    executionTerms?.authorizations !== undefined ||
    output.payments.some(
      ({ recipient, currency }) =>
        currency === native.address && gas.runsCode?.(recipient) === true,
    )
  );
}
