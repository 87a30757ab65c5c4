import { zeroAddress, type FeeBucket, type Quote } from '@portage/core';
import { createFixedPrices } from '@portage/prices';
import { describe, expect, it } from 'vitest';
import { dai, testChains, testNow, usdcToken, type Memory } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';
import type { QuotePolicy } from './policy.js';

/**
 * Quotes of the interface's documentation, asked of the quoter: prices, gas and inventory are set
 * so that they explain the published parts; sums, buckets and impacts are the quoter's own.
 */

/** Micro-USD that the solver wants to hold on the destination. */
const target = 1_000_000_000_000n;

interface Surroundings {
  readonly prices: Readonly<Record<string, string>>;
  readonly optimism: Memory;
  readonly rebalancing: QuotePolicy['rebalancing'];
}

function harnessOf({ prices, optimism, rebalancing }: Surroundings) {
  return createQuoterHarness({
    chains: testChains({ optimism }),
    prices: createFixedPrices({ eth: '2000', usdc: '1', dai: '1', ...prices }, () => testNow),
    policy: { rebalancing },
    context: { apiKeyId: 'key_1', sponsor: 'acme' },
    sponsors: { acme: 1_000_000n },
  });
}

/** Amounts of a bucket: all of it, and the parts of sponsor and user. */
const bucket = ({ feeSponsorship }: Quote, name: FeeBucket): readonly (string | undefined)[] => {
  const part = feeSponsorship.quoted.components[name];
  return [part?.total.amount, part?.sponsored.amount, part?.userPays.amount];
};

describe('a published quote', () => {
  it('of 100 USDC whose fees a sponsor pays has the published parts and sum', async () => {
    // Half of what is missing in the middle of the payment, 79.004 % of the target, at 10 bps.
    const held = target - (target * 79_004n) / 100_000n + 99_985_100n / 2n;
    const harness = harnessOf({
      prices: { usdc: '0.999851' },
      optimism: { fillGas: 1_470_280_000_000n, balances: { [dai]: held * 10n ** 12n } },
      rebalancing: { bpsMax: 10n, targetsMicroUsd: { 'optimism:dai': target } },
    });
    const quote = await harness.quote({
      user: testPayer,
      originCurrency: usdcToken.base,
      destinationCurrency: dai,
      amount: '100000000',
      subsidizeFees: true,
    });
    expect(bucket(quote, 'execution')).toEqual(['22944', '22944', '0']);
    expect(bucket(quote, 'swap')).toEqual(['39502', '39502', '0']);
    // Published as 9999: a share is its basis points here, whatever the price.
    expect(bucket(quote, 'the service')).toEqual(['10000', '10000', '0']);
    const published = 72_445 + 1;
    expect(quote.fees.relayerGas.amount).toBe('2941');
    expect(quote.fees.relayerService.amount).toBe(String(published - 2_941));
    expect(quote.fees.relayer.amount).toBe(String(published));
    expect(quote.fees.subsidized.amount).toBe(String(published));
    expect(quote.feeSponsorship.quoted.sponsoredTotal?.amount).toBe(String(published));
    expect(quote.feeSponsorship.quoted.userPaysTotal?.amount).toBe('0');
  });

  it('of 1 USD has the published impacts', async () => {
    // 39.992 % of the target is missing, at 1000 bps.
    const held = target - (target * 39_992n) / 100_000n + 500_000n;
    const harness = harnessOf({
      prices: {},
      optimism: { fillGas: 813_500_000_000n, balances: { [usdcToken.optimism]: held } },
      rebalancing: { bpsMax: 1_000n, targetsMicroUsd: { 'optimism:usdc': target } },
    });
    const { details, fees } = await harness.quote({
      user: testPayer,
      originCurrency: usdcToken.base,
      destinationCurrency: usdcToken.optimism,
      amount: '1000000',
    });
    expect(fees.relayerService.amountUsd).toBe('0.039996');
    expect(details.expandedPriceImpact).toMatchObject({
      swap: { usd: '-0.019996' },
      execution: { usd: '-0.021627' },
      'the service': { usd: '0' },
      app: { usd: '0' },
    });
    expect(details.totalImpact).toEqual({ usd: '-0.041623', percent: '-4.16' });
    expect(details.swapImpact.usd).toBe('0');
    expect(details.currencyOut.amount).toBe('958377');
  });

  it('of one ether for dollars has the published share of the service', async () => {
    const harness = harnessOf({
      prices: { eth: '2317.92' },
      optimism: {},
      rebalancing: { bpsMax: 10n, targetsMicroUsd: {} },
    });
    const { feeSponsorship } = await harness.quote({
      user: testPayer,
      originCurrency: zeroAddress,
      destinationCurrency: usdcToken.optimism,
      amount: '1000000000000000000',
    });
    expect(feeSponsorship.quoted.components['the service']?.total.amountUsd).toBe('1.390752');
  });
});
