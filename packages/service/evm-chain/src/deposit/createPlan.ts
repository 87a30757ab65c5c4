import { zeroAddress } from '@portage/core';
import type { OriginSwap, SwapCall } from '@portage/core/chain';
import { touchedBy, type Plan, type PlanSettlement } from '@portage/evm/contracts';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';

/** Swap and output of a payer's plan. */
export interface PlanInput {
  /** 32 bytes of hex; it tells plans with equal terms apart. */
  readonly requestId: string;
  readonly swap: OriginSwap;
  readonly settlement: PlanSettlement;
}

/** The plan that carries out a swap of a payer: fees first, then the calls. */
export function createPlan({ requestId, swap, settlement }: PlanInput): Plan {
  const fees = (swap.fees ?? []).map((fee) => paymentCall(swap.currency, fee));
  return {
    calls: [...fees, ...swap.calls],
    settlement,
    touched: touchedBy(swap.calls, [swap.currency, settlement.token]),
    refundTo: swap.refundTo,
    deadline: swap.deadline,
    salt: requestId,
  };
}

function paymentCall(
  currency: string,
  { recipient, amount }: { readonly recipient: string; readonly amount: bigint },
): SwapCall {
  if (currency === zeroAddress)
    return { to: recipient, value: amount, data: '0x', token: zeroAddress, allowance: 0n };
  return {
    to: currency,
    value: 0n,
    data: `${selectors.transfer}${addressWord(recipient)}${uintWord(amount)}`,
    token: zeroAddress,
    allowance: 0n,
  };
}
