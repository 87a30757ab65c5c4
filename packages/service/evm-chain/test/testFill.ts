import type { FillIntent } from '@portage/core/chain';
import { padHex, zeroAddress } from 'viem';
import { accounts } from './accounts.js';

let orders = 0;

/** A fill of a new order: 7 wei to the other account, but for the changes. */
export function testFill(changes: Partial<FillIntent> = {}): FillIntent {
  orders += 1;
  return {
    type: 'fill',
    orderId: padHex(`0x${orders.toString(16)}`, { size: 32 }),
    currency: zeroAddress,
    recipient: accounts.other.address.toLowerCase(),
    amount: 7n,
    calls: [],
    ...changes,
  };
}
