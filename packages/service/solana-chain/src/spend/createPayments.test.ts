import { base58 } from '@scure/base';
import type { FillIntent } from '@portage/core/chain';
import { solanaCodec } from '@portage/solana/codec';
import { depositoryAddresses, programs, testPool, wrappedSol } from '@portage/solana/program';
import {
  checkTransactionSize,
  setComputeUnitLimit,
  setComputeUnitPrice,
} from '@portage/solana/transaction';
import { expect, it } from 'vitest';
import { createPayments } from './createPayments.js';

const address = (byte: number): string => base58.encode(new Uint8Array(32).fill(byte));
/** Pools that a request may let a swap go through: docs/spec/quote.md#limit-maxRouteLength. */
const poolsMax = 4;
const native = solanaCodec.nativeCurrency;

/** Pools from one mint to another, as many as a swap may go through. */
const poolsOf = (first: string, last: string) => {
  const between = Array.from({ length: poolsMax - 1 }, (_, place) => address(40 + place));
  const mints = [first, ...between, last];
  return mints
    .slice(1)
    .map((mint, place) =>
      testPool({ program: address(9), mints: [mints[place]!, mint], feeBps: 30n }),
    );
};

it.each([
  ['SOL for a token', native, address(5)],
  ['a token for SOL', address(5), native],
  ['a token for a token', address(5), address(6)],
])('the longest fill that swaps fits a transaction: %s', async (_, from, to) => {
  const mintOf = (currency: string): string => (currency === native ? wrappedSol : currency);
  const depository = address(1);
  const payments = createPayments({
    chainId: 792_703_809,
    depository,
    addresses: depositoryAddresses(depository),
    filler: address(2),
    solver: address(3),
    tokenProgramOf: () => programs.token,
    orderCalls: { check: () => undefined },
    allocator: {
      address: address(4),
      canSign: false,
      sign: () => Promise.reject(new Error('It signs nothing.')),
    },
    termsOf: () => ({
      program: address(9),
      pools: poolsOf(mintOf(from), mintOf(to)),
      type: 'EXACT_INPUT',
      amount: 5n,
      limit: 9n,
    }),
  });
  const call = { to: address(9), value: 0n, data: '0x', token: from, allowance: 0n };
  const intent: FillIntent = {
    type: 'fill',
    orderId: `0x${'0d'.repeat(32)}`,
    currency: to,
    recipient: address(7),
    amount: 9n,
    calls: [],
    opensAccount: true,
    swap: { currency: from, amount: 5n, calls: [call], gas: 1, touched: [], minimum: 9n },
  };
  const { instructions } = await payments(intent, { time: 1, sequence: 0n });
  const budget = [setComputeUnitLimit(300_000), setComputeUnitPrice(1_000_000n)];
  expect(() => {
    checkTransactionSize(address(3), [...budget, ...instructions]);
  }).not.toThrow();
});
