import { createQuorum, type Endpoint } from '@portage/chain-kit';
import { describe, expect, test } from 'vitest';
import { createFees } from './createFees.js';
import { operationSize, sweepSize } from './operationSize.js';

const ok = (result: unknown): { readonly ok: true; readonly result: unknown } => ({
  ok: true,
  result,
});

/** An endpoint that estimates so many bitcoins for a thousand virtual bytes. */
function endpointWith(feerate: unknown, mempoolminfee: unknown = 0.00001): Endpoint {
  return {
    label: String(feerate),
    ask: () => Promise.resolve([ok({ feerate }), ok({ mempoolminfee })]),
    close: () => Promise.resolve(),
  };
}

async function rateOf(
  endpoints: readonly Endpoint[],
  { isQuiet = false } = {},
): Promise<bigint | undefined> {
  const clock = (): number => 7;
  const quorum = createQuorum(endpoints, { needed: 2, deadlineMs: 1_000, clock });
  const fees = createFees({ quorum, isQuiet, clock });
  await fees.refresh(new AbortController().signal);
  return fees.market()?.value;
}

describe('the fee rate', () => {
  test('is the median of what endpoints estimate', async () => {
    const told = [0.0001, 0.9, 0.00012].map((rate) => endpointWith(rate));
    expect(await rateOf(told)).toBe(12_000n);
  });

  test('is never below what nodes pass on', async () => {
    expect(await rateOf([endpointWith(0.000001), endpointWith(0.000001)])).toBe(1_000n);
    expect(await rateOf([endpointWith(0.000001, 0.0002), endpointWith(0, 0.0002)])).toBe(20_000n);
  });

  test('is not known where fewer than a quorum tell a number', async () => {
    expect(await rateOf([endpointWith('0.1'), endpointWith(0.1)])).toBeUndefined();
    expect(await rateOf([endpointWith(undefined), endpointWith(0.1)])).toBeUndefined();
  });

  test('is the least where the blocks of a test network are empty', async () => {
    const endpoints = [endpointWith(undefined), endpointWith(undefined)];
    expect(await rateOf(endpoints, { isQuiet: true })).toBe(1_000n);
  });
});

describe('the size of an operation', () => {
  const currency = 'btc';
  const sizeOf = (operation: Parameters<typeof operationSize>[0]): number =>
    operationSize(operation, 'regtest');

  test('counts coins, outputs and the mark', () => {
    // 2 inputs of 68 bytes, outputs of 43, 77 and 31, and 10.5 around them.
    expect(sizeOf({ type: 'fill', currency, calls: [] })).toBe(298);
    expect(sizeOf({ type: 'transfer', currency })).toBe(221);
  });

  test('grows by a coin for each release of a collection', () => {
    const [one, two] = [1, 2].map((releases) => sizeOf({ type: 'collection', currency, releases }));
    expect((two ?? 0) - (one ?? 0)).toBe(68);
  });

  test('is nothing for an approval, and what a sweep may use', () => {
    expect(sizeOf({ type: 'approve', currency })).toBe(0);
    expect(sizeOf({ type: 'relay', gasLimit: sweepSize(3) })).toBe(sweepSize(3));
    expect(sweepSize(4) - sweepSize(3)).toBe(68);
  });
});
