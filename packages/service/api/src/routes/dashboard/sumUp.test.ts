import { describe, expect, test } from 'vitest';
import { sumUp, type SummedRequest } from './sumUp.js';

type Outcome = NonNullable<SummedRequest['outcome']>;

interface Made extends Partial<Omit<SummedRequest, 'request' | 'outcome'>> {
  readonly status?: 'success' | 'refund' | 'failure' | 'pending';
  /** Unix seconds. */
  readonly at?: number;
  readonly from?: number;
  readonly outcome?: Partial<Outcome>;
}

function made({ status = 'success', at = 0, from = 1, usd = '0', ...rest }: Made): SummedRequest {
  const { sponsorCap, outcome = {} } = rest;
  const request = {
    status,
    createdAt: at * 1_000,
    originChainId: from,
    destinationChainId: 2,
    // The sums read no other member of a stored request.
  } as SummedRequest['request'];
  const { fillSeconds, sponsor, appFees = [] } = outcome;
  return { request, usd, sponsorCap, outcome: { fillSeconds, sponsor, appFees } as Outcome };
}

const window = { from: 0, to: 299, bucketSeconds: 60 };
const filledIn = (fillSeconds: number): SummedRequest => made({ outcome: { fillSeconds } });
const sponsored = (microUsd: string, sponsorCap?: bigint): SummedRequest =>
  made({ sponsorCap, outcome: { sponsor: { account: 'acme', microUsd } } });

describe('sums of requests', () => {
  test('percentiles are values that were measured: the nearest rank', () => {
    const hundred = Array.from({ length: 100 }, (_, place) => filledIn(100 - place));
    expect(sumUp(hundred, window).totals.fillSeconds).toEqual({
      count: 100,
      p50: 50,
      p95: 95,
      p99: 99,
    });
    expect(sumUp([filledIn(7)], window).totals.fillSeconds).toEqual({
      count: 1,
      p50: 7,
      p95: 7,
      p99: 7,
    });
    const two = [filledIn(1), filledIn(9)];
    expect(sumUp(two, window).totals.fillSeconds).toMatchObject({ p50: 1, p95: 9, p99: 9 });
    expect(sumUp([made({})], window).totals.fillSeconds).toBeUndefined();
  });

  test('every bucket of the window is there, and every request in the one of its time', () => {
    const { buckets, totals } = sumUp(
      [
        made({ at: 0, usd: '1.5' }),
        made({ at: 59, status: 'refund' }),
        made({ at: 60, usd: '0.000001', status: 'pending' }),
        made({ at: 299, status: 'failure' }),
      ],
      window,
    );
    expect(buckets.map(({ at, requests }) => [at, requests])).toEqual([
      [0, 2],
      [60, 1],
      [120, 0],
      [180, 0],
      [240, 1],
    ]);
    expect(totals).toEqual({
      requests: 4,
      success: 1,
      refund: 1,
      failure: 1,
      volumeUsd: '1.500001',
    });
  });

  test('routes are told by requests, the busiest first, twenty at most', () => {
    const many = Array.from({ length: 25 }, (_, place) => made({ from: 100 + place }));
    const { routes } = sumUp([...many, made({ from: 124, usd: '2' })], window);
    expect(routes).toHaveLength(20);
    expect(routes[0]).toEqual({
      originChainId: 124,
      destinationChainId: 2,
      requests: 2,
      volumeUsd: '2.000000',
    });
  });

  test('spending is held against the caps of the quotes that have one, and no other', () => {
    const all = [
      sponsored('3000000'),
      sponsored('400000', 1_000_000n),
      sponsored('1000000', 1_000_000n),
    ];
    expect(sumUp(all, window).sponsors).toEqual([
      {
        account: 'acme',
        requests: 3,
        sponsoredUsd: '4.400000',
        capped: { requests: 2, sponsoredUsd: '1.400000', capUsd: '2.000000', reached: 1 },
      },
    ]);
    expect(sumUp([sponsored('5')], window).sponsors).toEqual([
      { account: 'acme', requests: 1, sponsoredUsd: '0.000005' },
    ]);
  });

  test('only what was filled counts for sponsors and apps', () => {
    const sponsor = { account: 'acme', microUsd: '1' };
    const refunded = made({ status: 'refund', outcome: { sponsor } });
    expect(sumUp([refunded], window).sponsors).toEqual([]);
    const earning = made({
      outcome: { appFees: [{ account: '0xa', amount: '1', microUsd: '250000' }] },
    });
    expect(sumUp([earning, earning, refunded], window).appFees).toEqual([
      { wallet: '0xa', requests: 2, earnedUsd: '0.500000' },
    ]);
  });
});
