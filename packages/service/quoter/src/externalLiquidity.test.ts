import type { RebalancePath } from '@portage/core/plugin';
import { describe, expect, it } from 'vitest';
import { testChains, usdcToken, type Memory } from '../test/chains.js';
import { createQuoterHarness, testPayer } from '../test/quoterHarness.js';

const usdc = 10n ** 6n;
const [base, optimism] = [
  { chainId: 8453, currency: usdcToken.base },
  { chainId: 10, currency: usdcToken.optimism },
] as const;

/** A path that keeps a thousandth and takes ten minutes. */
const path: RebalancePath = {
  name: 'bridge',
  lanes: [{ origin: base, destination: optimism }],
  quote: (_, received) => ({ amount: (received * 1_000n) / 999n, seconds: 600, gas: 100_000 }),
  send: () => ({ to: 'bridge', value: 0n, data: '0x', gasLimit: 100_000 }),
  delivery: () => Promise.resolve(undefined),
};

const request = {
  user: testPayer,
  originCurrency: usdcToken.base,
  destinationCurrency: usdcToken.optimism,
  amount: (50_000n * usdc).toString(),
};

/** A service that holds so much at each end. */
function quoter(
  there: bigint,
  { home = 1_000_000n, paths = [path] }: { home?: bigint; paths?: RebalancePath[] } = {},
) {
  const memory = (balance: bigint): Memory => ({ balance: balance * usdc });
  const chains = testChains({ base: memory(home), optimism: memory(there) });
  return createQuoterHarness({ chains, paths: () => paths });
}

/** Terms that the order is stored with. */
const termsOf = ({ saved }: ReturnType<typeof quoter>): { readonly external?: unknown } =>
  JSON.parse(saved[0]?.executionTerms ?? '{}') as { readonly external?: unknown };

describe('useExternalLiquidity', () => {
  it('quotes beyond what is held, with the time and the cost of the path', async () => {
    const [rich, poor] = [quoter(60_000n), quoter(10_000n)];
    const plain = await rich.quote(request);
    const external = await poor.quote({ ...request, useExternalLiquidity: true });
    const missing = BigInt(external.details.currencyOut.amount) - 10_000n * usdc;
    const [less, more] = [plain, external].map(({ fees }) => BigInt(fees.relayerService.amount));
    expect((more ?? 0n) - (less ?? 0n)).toBeGreaterThanOrEqual(missing / 1_000n);
    expect(external.fees.relayerGas.amount).toBe(plain.fees.relayerGas.amount);
    expect(external.details.timeEstimate).toBeCloseTo(plain.details.timeEstimate + 600, 5);
    expect(termsOf(poor).external).toEqual({
      currency: usdcToken.optimism,
      amount: external.details.currencyOut.amount,
      seconds: 600,
    });
    // The payer has as long as ever; the order waits for the path beyond that.
    expect(external.expiresAt).toBe(plain.expiresAt);
    expect(poor.saved[0]?.fillBy).toBe((rich.saved[0]?.fillBy ?? 0) + 1_200_000);
  });

  it('costs nothing and waits for nothing where enough is held', async () => {
    const [plain, asked] = [quoter(60_000n), quoter(60_000n)];
    const quotes = [
      await plain.quote(request),
      await asked.quote({ ...request, useExternalLiquidity: true }),
    ];
    expect(quotes[1]?.fees).toEqual(quotes[0]?.fees);
    expect(quotes[1]?.details.timeEstimate).toBe(quotes[0]?.details.timeEstimate);
    expect(termsOf(asked).external).toBeUndefined();
  });

  it('quotes an exact output with the same cost', async () => {
    const poor = quoter(10_000n);
    const { details, fees } = await poor.quote({
      ...request,
      useExternalLiquidity: true,
      tradeType: 'EXACT_OUTPUT',
    });
    expect(details.currencyOut.amount).toBe(request.amount);
    expect(BigInt(fees.relayerService.amount)).toBeGreaterThanOrEqual((40_000n * usdc) / 1_000n);
  });

  it('is named by the refusal where it would help, and only there', async () => {
    const refused = (bench: ReturnType<typeof quoter>) => expect(bench.quote(request)).rejects;
    const hint = expect.stringContaining('useExternalLiquidity') as string;
    await refused(quoter(10_000n)).toMatchObject({ code: 'INSUFFICIENT_LIQUIDITY', hint });
    for (const bench of [quoter(10_000n, { home: 20_000n }), quoter(10_000n, { paths: [] })])
      await refused(bench).toMatchObject({
        code: 'INSUFFICIENT_LIQUIDITY',
        hint: 'Try a smaller amount.',
      });
  });

  it('S12: is not refused without a path where enough is held', async () => {
    const rich = quoter(60_000n, { paths: [] });
    const [plain, asked] = [
      await rich.quote(request),
      await rich.quote({ ...request, useExternalLiquidity: true }),
    ];
    expect(asked.details).toEqual(plain.details);
    expect(asked.fees).toEqual(plain.fees);
  });

  it('is refused where no path leads, or what it would bring is held nowhere', async () => {
    const asked = { ...request, useExternalLiquidity: true };
    await expect(quoter(10_000n, { paths: [] }).quote(asked)).rejects.toMatchObject({
      code: 'UNSUPPORTED_FEATURE',
    });
    await expect(quoter(10_000n, { home: 20_000n }).quote(asked)).rejects.toMatchObject({
      code: 'INSUFFICIENT_LIQUIDITY',
    });
    const slow = { ...path, quote: () => ({ amount: 1n, seconds: 86_400 * 4, gas: 1 }) };
    await expect(quoter(10_000n, { paths: [slow] }).quote(asked)).rejects.toMatchObject({
      code: 'INSUFFICIENT_LIQUIDITY',
    });
  });
});
