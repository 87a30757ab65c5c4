import type { RequestEntry } from '@portage/sdk';
import { expect, it } from 'vitest';
import { refundOf } from './refundOf.js';

const change = (tokenAddress: string, balanceDiff: string) => ({
  address: '0x1',
  change: { kind: 'token', balanceDiff, data: { tokenKind: 'ft', tokenAddress } },
});

function entry(status: string, changes: readonly ReturnType<typeof change>[]): RequestEntry {
  const currency = { address: '0xa', symbol: 'USDC', decimals: 6 };
  const outTxs = [{ hash: '0x2', chainId: 1, type: 'onchain', stateChanges: changes }];
  // Other members are not read, and left out.
  return { status, data: { refundCurrencyData: { currency }, outTxs } } as unknown as RequestEntry;
}

it('what came back is what somebody got in the currency of the refund', () => {
  const changes = [change('0xa', '-1500000'), change('0xa', '1500000'), change('0xb', '9')];
  expect(refundOf(entry('refund', changes))).toEqual({
    amount: 1_500_000n,
    symbol: 'USDC',
    decimals: 6,
  });
});

it('several payments back are one sum', () => {
  const changes = [change('0xa', '1'), change('0xa', '2')];
  expect(refundOf(entry('refund', changes))?.amount).toBe(3n);
});

it('nothing is told before it is seen, nor of what was no refund', () => {
  expect(refundOf(entry('refund', []))).toBeUndefined();
  expect(refundOf(entry('success', [change('0xa', '1')]))).toBeUndefined();
});
