import type { OutboxRow } from '@portage/settlement';
import { fakeAddress, fakeNative } from '@portage/testing';
import { describe, expect, it } from 'vitest';
import { createChainContext } from '../../test/createChainContext.js';
import { createBumpJudge } from './createBumpJudge.js';

/** Gas for so many micro-USD, at 2000 USD for a native currency of 18 decimals. */
const gasOf = (microUsd: bigint): bigint => microUsd * 5n * 10n ** 8n;

const usdc = fakeAddress('usdc');
const place = { orderId: 'order', leg: 'main', gasReserved: 0n };
const base: OutboxRow = {
  txId: '0x1',
  place: 0,
  raw: new Uint8Array(),
  sender: 'solver',
  sequence: 4n,
  purpose: 'fill',
  state: 'sent',
  ageMs: 10,
  sentHeight: 100,
  reorgCount: 0,
  versions: 1,
  obligation: undefined,
  isSeen: false,
  isFilled: false,
};
const charged = gasOf(100_000n).toString();

function payout(type: 'fill' | 'refund', bound: { readonly charged?: string }): OutboxRow {
  const credit = { asset: `1:${usdc}`, amount: '1000' };
  const intent = { type, currency: usdc, recipient: 'bob', amount: '900', credit, solver: 'me' };
  const deposit = { chainId: 1, txId: '0xa', ordinal: 0 };
  return {
    ...base,
    purpose: type,
    obligation: { ...place, kind: 'payout', pays: type, deposit, intent: { ...intent, ...bound } },
  };
}

function relay(bounds: { readonly charged?: string; readonly worth?: string }): OutboxRow {
  const call = { to: 'a', data: '0x', gasLimit: 9, currency: fakeNative, amount: '0' };
  return {
    ...base,
    purpose: 'relay',
    obligation: { ...place, kind: 'relay', intent: { type: 'relay', ...call, ...bounds } },
  };
}

/** Ten dollars of a currency. */
const moved = { currency: usdc, amount: '10000000' };
const collection: OutboxRow = {
  ...base,
  purpose: 'collection',
  obligation: {
    ...place,
    kind: 'collection',
    intent: { type: 'collection', ...moved, releases: [], deadline: 9 },
  },
};
const rebalance: OutboxRow = {
  ...base,
  purpose: 'rebalance',
  obligation: {
    ...place,
    kind: 'rebalance',
    intent: { type: 'rebalance', ...moved, to: 'a', value: '0', data: '0x', gasLimit: 9 },
  },
};
const claim: OutboxRow = {
  ...base,
  purpose: 'claim',
  obligation: {
    ...place,
    kind: 'claim',
    intent: { type: 'claim', ...moved, recipient: 'bob', wallet: 'app' },
  },
};

const twice = gasOf(200_000n);

describe('createBumpJudge', () => {
  it.each<readonly [string, OutboxRow, bigint | undefined]>([
    ['a fill', payout('fill', { charged }), twice],
    ['a fill of an order without a charge', payout('fill', {}), undefined],
    ['a refund', payout('refund', { charged }), twice],
    ['a call', relay({ charged, worth: gasOf(10n ** 9n).toString() }), twice],
    [
      'a call that brings less',
      relay({ charged, worth: gasOf(150_000n).toString() }),
      gasOf(150_000n),
    ],
    ['a call from before charges were kept', relay({}), undefined],
    ['a collection', collection, gasOf(10_000_000n)],
    ['a rebalance', rebalance, twice],
    ['a claim', claim, twice],
  ])('L12: holds %s to what its first signature was held to', (_, row, most) => {
    const judge = createBumpJudge(createChainContext().context, [row]);
    expect(judge.covers(most ?? 10n ** 30n)).toBe(true);
    expect(judge.isRefused()).toBe(false);
    if (most === undefined) return;
    expect(judge.covers(most + 1n)).toBe(false);
    expect(judge.isRefused()).toBe(true);
  });

  it('counts together what several payments of one transaction were charged', () => {
    const { context } = createChainContext();
    const fill = payout('fill', { charged });
    const { covers } = createBumpJudge(context, [fill, fill, fill]);
    expect([covers(3n * twice), covers(3n * twice + 1n)]).toEqual([true, false]);
    const old = createBumpJudge(context, [fill, payout('fill', {})]);
    expect(old.covers(10n ** 30n)).toBe(true);
  });

  it.each([
    ['a claim', claim],
    ['a rebalance', rebalance],
  ] as const)('lets %s stand while its price is not known', (_, row) => {
    const blind = { ...createChainContext().context, prices: () => undefined };
    const judge = createBumpJudge(blind, [row]);
    expect([judge.covers(1n), judge.isRefused()]).toEqual([false, true]);
  });
});
