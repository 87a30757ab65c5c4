import type { Deposits } from '@portage/core/chain';
import { zeroAddress, type Quote } from '@portage/core';
import { describe, expect, it } from 'vitest';
import { gem, stuck, testChains, usdcToken } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';
import { testSwaps } from '../test/swaps.js';

const approvedTo: Deposits['approvedTo'] = ({ currency, by }) =>
  currency === zeroAddress ? undefined : `${by} of ${currency}`;

/** Quotes over a memory of allowances, and the places that were asked for. */
function benchWith(allowance: bigint | undefined) {
  const asked: string[] = [];
  const bench = createQuoterHarness({
    chains: testChains({ base: { swaps: testSwaps(), approvedTo } }),
    userBalance: (_, account, currency, spender) => {
      if (spender === undefined) return undefined;
      asked.push(`${account} ${currency} ${spender}`);
      return allowance;
    },
  });
  return { ...bench, asked };
}

const amount = 100_000_000n;
const token = { user: testPayer, originCurrency: usdcToken.base, amount: String(amount) };
const routes = {
  deposit: { ...token, destinationCurrency: usdcToken.optimism },
  'swap before the deposit': {
    ...token,
    originCurrency: stuck,
    destinationCurrency: usdcToken.optimism,
  },
  'swap within the chain': { ...token, destinationChainId: 8453, destinationCurrency: gem },
};
const approveGas = 5_000_000_000n;
const isLeftOut = ({ steps }: Quote): boolean =>
  JSON.stringify(steps).includes('"isApproved":true');

describe.each(Object.entries(routes))('S4: the approval of a %s', (name, body) => {
  it.each([
    ['is asked for while the allowance is not known', undefined, false],
    ['is asked for where nothing is allowed', 0n, false],
    ['is asked for where one unit lacks', amount - 1n, false],
    ['is left out where the allowance is the amount', amount, true],
    ['is left out where all is allowed', 2n ** 256n - 1n, true],
  ])('%s', async (_, allowance, left) => {
    const [none, { quoteText, asked }] = [benchWith(0n), benchWith(allowance)];
    const whole = JSON.parse(await none.quoteText(body)) as Quote;
    const quote = JSON.parse(await quoteText(body)) as Quote;
    expect(isLeftOut(quote)).toBe(left);
    expect(BigInt(whole.fees.gas.amount) - BigInt(quote.fees.gas.amount)).toBe(
      left ? approveGas : 0n,
    );
    expect(quote.details.currencyOut).toEqual(whole.details.currencyOut);
    const by = name === 'deposit' ? 'deposit' : 'swap';
    const { originCurrency } = body;
    expect(asked).toContain(`${testPayer} ${originCurrency} ${by} of ${originCurrency}`);
  });
});

it('S4: nothing is asked of native currency, nor of what is sent to an address of its own', async () => {
  const { quote, asked } = benchWith(2n ** 200n);
  await quote({
    user: testPayer,
    originCurrency: zeroAddress,
    amount: String(10n ** 17n),
    destinationCurrency: zeroAddress,
  });
  expect(asked).toEqual([]);
});
