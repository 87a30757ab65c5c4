import { zeroAddress } from '@portage/core';
import type { DepositStepsInput } from '@portage/core/chain';
import { addressWord, selectors, uintWord } from '@portage/evm/abi';
import { gasLimit } from '../gas/gasUnits.js';
import type { PayerTransaction } from './createItems.js';

/** Transfer that pays an order at its deposit address, as any exchange makes it. */
export function transferOf(
  { payer, currency, amount }: Pick<DepositStepsInput, 'payer' | 'currency' | 'amount'>,
  address: string,
): PayerTransaction {
  const gas = gasLimit({ type: 'transfer', currency });
  if (currency === zeroAddress) return { from: payer, to: address, data: '0x', value: amount, gas };
  return {
    from: payer,
    to: currency,
    data: `${selectors.transfer}${addressWord(address)}${uintWord(amount)}`,
    value: 0n,
    gas,
  };
}
