import { createFakeChain, fakeAddress } from '@portage/testing';
import { defaultPolicy } from '@portage/quoter';
import { expect, test } from 'vitest';
import { planFund } from './planFund.js';
import { fundAsJson, printFund } from './printFund.js';
import { floatsOf, type Float } from './readFloats.js';

const price = { usdE12: 10n ** 12n };

function float(chain: string, has: bigint, members: Partial<Float> = {}): Float {
  const parts = { asset: 'usdc', currency: `0x${chain}`, decimals: 6, price, wanted: 100n };
  return { chain, solver: `solver-${chain}`, has, ...parts, ...members };
}

const short = (floats: readonly Float[]): unknown =>
  planFund(floats).map(({ float: { chain }, missing, from, outside }) => ({
    chain,
    missing,
    from: from.map((source) => `${source.chain} ${String(source.amount)}`),
    outside,
  }));

test('what lacks comes from chains with more than they should have, and then from outside', () => {
  const floats = [float('a', 10n), float('b', 130n), float('c', 150n), float('d', 40n)];
  expect(short(floats)).toEqual([
    { chain: 'a', missing: 90n, from: ['c 50', 'b 30'], outside: 10n },
    { chain: 'b', missing: 0n, from: [], outside: 0n },
    { chain: 'c', missing: 0n, from: [], outside: 0n },
    { chain: 'd', missing: 60n, from: [], outside: 60n },
  ]);
});

test('another currency is not sent, and decimals of chains may differ', () => {
  const fine = float('fine', 10n ** 18n + 7n, {
    decimals: 18,
    wanted: 10n ** 18n - 5n * 10n ** 12n,
  });
  const other = float('other', 10n ** 9n, { asset: 'eth' });
  expect(short([float('a', 90n), fine, other])).toEqual([
    { chain: 'a', missing: 10n, from: ['fine 5000000000007'], outside: 5n },
    { chain: 'fine', missing: 0n, from: [], outside: 0n },
    { chain: 'other', missing: 0n, from: [], outside: 0n },
  ]);
});

test('people read whole units, machines smallest ones', () => {
  const lines = planFund([
    float('a', 1_000_000n, { wanted: 3_000_000n }),
    float('b', 2_500_000n, { wanted: 1_000_000n }),
  ]);
  expect(printFund(lines, [])).toBe(
    [
      'LACKS  a:usdc (0xa)  has 1 usdc (1.00 USD), should have 3 usdc (3.00 USD)',
      '    send 1.5 usdc from b to solver-a',
      '    send 0.5 usdc (0.50 USD) from outside to solver-a',
      'ok     b:usdc (0xb)  has 2.5 usdc (2.50 USD), should have 1 usdc (1.00 USD)',
      'Nothing was sent.',
      '',
    ].join('\n'),
  );
  expect(fundAsJson(lines, [])[0]).toMatchObject({
    chain: 'a',
    wanted: '3000000',
    missingUsd: '2.000000',
    from: [{ chain: 'b', amount: '1500000' }],
    outside: '500000',
  });
});

test('W16: a currency whose price no source tells is named, never left out as if it had all', async () => {
  const { chain } = createFakeChain({ id: 7, slug: 'seven', solver: fakeAddress('solver') });
  const read = (usd: readonly (readonly [string, bigint])[]) =>
    floatsOf(
      { ...chain, balances: { read: () => Promise.resolve(10n ** 30n) } },
      { policy: defaultPolicy, usd: new Map(usd), signal: AbortSignal.timeout(60_000) },
    );
  const bridged = chain.assets.filter(({ supportsBridging }) => supportsBridging);
  const all = await read(bridged.map(({ id }) => [id, 10n ** 12n]));
  expect([all.priced.length, all.unpriced]).toEqual([bridged.length, []]);

  const { priced, unpriced } = await read([]);
  expect([priced, unpriced.map(({ asset }) => asset)]).toEqual([[], bridged.map(({ id }) => id)]);
  const [first] = unpriced;
  expect(printFund([], unpriced)).toContain(`UNKNOWN seven:${first!.asset}  has `);
  expect(fundAsJson([], unpriced)[0]).toMatchObject({ asset: first!.asset, missing: null });
});
