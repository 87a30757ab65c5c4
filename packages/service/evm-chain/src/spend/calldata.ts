import { zeroAddress, type Authorization } from '@portage/core';
import type { FillIntent } from '@portage/core/chain';
import { addressWord, serviceSelectors, uintWord } from '@portage/evm/abi';
import { callsWords, planValue, planWords, type Delegation } from './planData.js';

/** To whom, with how much native currency, and what. */
export interface Calldata {
  readonly to: string;
  readonly value: bigint;
  readonly data: string;
  /** Delegations that go with it. */
  readonly authorizations?: readonly Authorization[] | undefined;
}

/**
 * The call of the filler that pays an order. Exactly the promised amount goes along: destination
 * calls that need more native currency than the order pays make the whole fill revert, and the
 * order is refunded.
 *
 * @param delegations - what the intent's authorizations come to, in the order in which they are
 *   checked
 */
export function fillCalldata(
  intent: FillIntent,
  filler: string,
  delegations: readonly Delegation[] = [],
): Calldata {
  if (intent.swap !== undefined || (intent.topup ?? 0n) > 0n || delegations.length > 0) {
    return {
      to: filler,
      value: planValue(intent),
      data: `${serviceSelectors.fillPlan}${planWords(intent, delegations)}`,
      authorizations: intent.authorizations,
    };
  }
  const native = intent.currency === zeroAddress;
  const value = native ? intent.amount : 0n;
  const id = intent.orderId.slice(2);
  const recipient = addressWord(intent.recipient);
  if (intent.calls.length > 0) {
    const head = `${id}${addressWord(intent.currency)}${uintWord(intent.amount)}${uintWord(0xa0n)}${recipient}`;
    return {
      to: filler,
      value,
      data: `${serviceSelectors.fillWithCalls}${head}${callsWords(intent.calls)}`,
    };
  }
  if (native) return { to: filler, value, data: `${serviceSelectors.fillNative}${id}${recipient}` };
  return {
    to: filler,
    value,
    data: `${serviceSelectors.fillErc20}${id}${addressWord(intent.currency)}${recipient}${uintWord(intent.amount)}`,
  };
}
