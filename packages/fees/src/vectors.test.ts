import { feeBuckets, type FeeBucket } from '@portage/core';
import { expect, it } from 'vitest';
import vectors from '../vectors.json' with { type: 'json' };
import {
  applyFixedRate,
  applySlippage,
  gasTopup,
  impact,
  parseFixedRate,
  rate,
  splitAppFees,
  splitFees,
  sponsorFees,
} from './index.js';

/** Result of a function, with its numbers as the vectors write them. */
function printed(value: unknown): unknown {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'bigint' ? member.toString() : member,
    ),
  );
}

/** The same members with their numbers as numbers. */
function numbers<Key extends string>(texts: Readonly<Record<Key, string>>): Record<Key, bigint> {
  return Object.fromEntries(
    Object.entries<string>(texts).map(([key, text]) => [key, BigInt(text)]),
  ) as Record<Key, bigint>; // One entry for each.
}

function isBucket(name: string): name is FeeBucket {
  return feeBuckets.some((bucket) => bucket === name);
}

it.each(vectors.splitFees)('splitFees: $name', ({ parts, expected }) => {
  expect(printed(splitFees(numbers(parts)))).toEqual(expected);
});

it.each(vectors.sponsorFees)('sponsorFees: $name', ({ totals, components, bps, cap, expected }) => {
  const split = sponsorFees(numbers(totals), {
    components: components.filter(isBucket),
    bps: BigInt(bps),
    cap: cap === undefined ? undefined : BigInt(cap),
  });
  const of = (member: 'sponsored' | 'userPays') =>
    Object.fromEntries(feeBuckets.map((bucket) => [bucket, split.buckets[bucket][member]]));
  const { capHit, selected, sponsoredTotal, userPaysTotal } = split;
  expect(
    printed({
      capHit,
      selected,
      sponsored: of('sponsored'),
      userPays: of('userPays'),
      sponsoredTotal,
      userPaysTotal,
    }),
  ).toEqual(expected);
});

it.each(vectors.splitAppFees)('splitAppFees: $name', ({ amountIn, fees, expected }) => {
  expect(
    printed(
      splitAppFees(
        BigInt(amountIn),
        fees.map(({ recipient, bpsE24 }) => ({ recipient, bpsE24: BigInt(bpsE24) })),
      ),
    ),
  ).toEqual(expected);
});

it.each(vectors.applySlippage)('applySlippage: $name $amount', ({ amount, bps, expected }) => {
  expect(printed(applySlippage(BigInt(amount), BigInt(bps)))).toEqual(expected);
});

it.each(vectors.impact)('impact: $name', ({ input, expected }) => {
  const { userPays, ...values } = input;
  expect(printed(impact({ ...numbers(values), userPays: numbers(userPays) }))).toEqual(expected);
});

it.each(vectors.rate)('rate: $name', ({ input, output, expected }) => {
  const side = ({ amount, decimals }: typeof input) => ({ amount: BigInt(amount), decimals });
  expect(rate(side(input), side(output))).toBe(expected);
});

it.each(vectors.gasTopup)('gasTopup: $name', ({ units, side, expected }) => {
  expect(
    printed(
      gasTopup(BigInt(units), { decimals: side.decimals, price: { usdE12: BigInt(side.usdE12) } }),
    ),
  ).toEqual(expected);
});

it.each(vectors.applyFixedRate)(
  'applyFixedRate: $name',
  ({ rate: text, decimals, amountIn, expected }) => {
    expect(applyFixedRate(BigInt(amountIn), parseFixedRate(text), decimals).toString()).toBe(
      expected,
    );
  },
);
