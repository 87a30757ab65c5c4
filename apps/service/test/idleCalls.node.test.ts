import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, test } from 'vitest';
import { parseConfiguration, type Service } from '../src/index.js';
import { twoChains, useDevnet } from './useDevnet.js';

const local = useDevnet(twoChains);
let service: Service;

beforeAll(async () => {
  const { configuration } = local.devnet.description;
  const { chains } = parseConfiguration(configuration);
  service = await local.serve({
    configuration: parseConfiguration({
      ...configuration,
      // Both chains only tell and pay; the second one has no Multicall3.
      chains: chains.map((chain) =>
        without(chain, ['swapSources', 'priceFeeds'], chain['slug'] === 'base'),
      ),
    }),
  });
});

/** Settings of a chain without some members, and without a Multicall3 unless it has one. */
function without(
  { contracts, ...chain }: Readonly<Record<string, unknown>>,
  members: readonly string[],
  hasMulticall: boolean,
): Readonly<Record<string, unknown>> {
  const left = (from: object, gone: readonly string[]): object =>
    Object.fromEntries(Object.entries(from).filter(([name]) => !gone.includes(name)));
  const gone = hasMulticall ? [] : ['multicall3'];
  // The pace of chains that are no devnet.
  return { ...left(chain, members), readingMs: 3_000, contracts: left(contracts ?? {}, gone) };
}

const slugs = ['base', 'optimism'];
/** Requests that an idle chain with a Multicall3 takes in a second, at most. */
const mostASecond = 4;
/** Measurements of which one has to hold. */
const turnsMax = 4;

function callsOf(slug: string): number {
  const used = service.chains.bySlug(slug).endpoints?.() ?? [];
  return used.reduce((sum, { answered, failed }) => sum + answered + failed, 0);
}

/** Requests a second to each chain, in some seconds. */
async function measureRates(seconds: number): Promise<readonly number[]> {
  const before = slugs.map(callsOf);
  await sleep(seconds * 1_000);
  return slugs.map((slug, index) => (callsOf(slug) - (before[index] ?? 0)) / seconds);
}

test('an idle chain is asked four times a head, less often than one without a Multicall3', async () => {
  let rates = await measureRates(10);
  // Requests of the start may fall into the first seconds on a busy machine.
  for (let turn = 1; turn < turnsMax && (rates[0] ?? 0) > mostASecond; turn += 1)
    rates = await measureRates(10);
  process.stdout.write(
    `requests per second of an idle chain: ${String(rates[0])} with a Multicall3, ${String(rates[1])} without\n`,
  );
  expect(rates[0]).toBeLessThanOrEqual(mostASecond);
  expect(rates[0]).toBeLessThan(0.9 * (rates[1] ?? 0));
  for (const slug of slugs) {
    const { assets, balances } = service.chains.bySlug(slug);
    for (const { address } of assets) expect(balances.unreadable?.(address)).toBeUndefined();
    expect(assets.every(({ address }) => balances.spendable(address) !== undefined)).toBe(true);
  }
});
