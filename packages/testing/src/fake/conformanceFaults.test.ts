import type { SwapQuote, SwapSource } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import { describe, expect, it } from 'vitest';
import { pathChecks } from '../conformance/pathChecks.js';
import { swapSourceChecks } from '../conformance/swapSourceChecks.js';
import { fakeAddress } from './fakeAddress.js';
import { createFakePathFixture } from './createFakePathFixture.js';
import { createFakeSwapSourceFixture } from './createFakeSwapSourceFixture.js';

/** A check, as far as it is run here. */
interface Named<Fixture> {
  readonly name: string;
  readonly run: (fixture: Fixture) => void | Promise<void>;
}

/** Names of the checks that a fixture does not pass. */
async function failing<Fixture>(
  checks: readonly Named<Fixture>[],
  fixture: Fixture,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const { name, run } of checks) {
    try {
      await run(fixture);
    } catch {
      failed.push(name);
    }
  }
  return failed;
}

type SourceFault = (source: SwapSource) => Partial<SwapSource>;
type QuoteFault = (quote: SwapQuote) => SwapQuote;

const quoting =
  (change: QuoteFault): SourceFault =>
  (source) => ({
    quote: (request) => {
      const quoted = source.quote(request);
      return quoted && { ...quoted, value: change(quoted.value) };
    },
  });

const sourceFaults: readonly (readonly [fault: string, change: SourceFault, check: string])[] = [
  [
    'asks its venue for each quote',
    (source) => ({
      quote: (request) => {
        void fetch('http://127.0.0.1:9/reserves').catch(() => undefined);
        return source.quote(request);
      },
    }),
    'without the network',
  ],
  [
    'calls a reading as young as the question',
    (source) => ({
      quote: (request) => {
        const quoted = source.quote(request);
        return quoted && { ...quoted, observedAt: Date.now() };
      },
    }),
    'when its venue was read',
  ],
  [
    'makes its list anew',
    (source) => ({
      pools: () => {
        const known = source.pools();
        return known && { ...known, value: [...known.value] };
      },
    }),
    'the same list of pools',
  ],
  [
    'names pools in capitals',
    (source) => ({
      pools: () => {
        const known = source.pools();
        return (
          known && {
            ...known,
            value: known.value.map((pool) => ({ ...pool, id: pool.id.toUpperCase() })),
          }
        );
      },
    }),
    'canonical addresses',
  ],
  [
    'promises a unit more',
    quoting((quote) => ({ ...quote, amountOut: quote.amountOut + 1n })),
    'add up',
  ],
  [
    'leads through a pool of another',
    quoting((quote) => ({
      ...quote,
      parts: quote.parts.map((part) => ({
        ...part,
        hops: part.hops.map((hop) => ({ ...hop, pool: `${hop.pool.slice(0, -1)}1` })),
      })),
    })),
    'pools of its own',
  ],
  [
    'splits where it may not',
    (source) => ({ quote: (request) => source.quote({ ...request, partsMax: 2 }) }),
    'no more hops and parts',
  ],
  [
    'rounds each limit down',
    (source) => ({
      build: (quote, terms) =>
        source.build(quote, {
          ...terms,
          limit: quote.type === 'EXACT_INPUT' ? terms.limit - 1n : terms.limit,
        }),
    }),
    'never go beyond the limit',
  ],
  [
    'asks for an allowance without end',
    (source) => ({
      build: (quote, terms) =>
        source.build(quote, terms).map((call) => ({ ...call, allowance: 2n ** 255n })),
    }),
    'never go beyond the limit',
  ],
  [
    'pays the caller whoever is named',
    (source) => ({
      build: (quote, terms) => source.build(quote, { ...terms, recipient: undefined }),
    }),
    'the deadline, the recipient',
  ],
  [
    'gives itself an hour more',
    (source) => ({
      build: (quote, terms) => source.build(quote, { ...terms, deadline: terms.deadline + 3_600 }),
    }),
    'the deadline, the recipient',
  ],
  [
    'carries out parts of others',
    (source) => ({
      build: (quote, terms) =>
        source.build(
          { ...quote, parts: quote.parts.map((part) => ({ ...part, source: source.id })) },
          terms,
        ),
    }),
    'parts of other sources',
  ],
];

describe('testSwapSource', () => {
  it('passes a source that keeps its contract', async () => {
    expect(await failing(swapSourceChecks, createFakeSwapSourceFixture())).toEqual([]);
  });

  it.each(sourceFaults)('finds a source that %s', async (_, change, check) => {
    const fixture = createFakeSwapSourceFixture();
    const source = { ...fixture.source, ...change(fixture.source) };
    expect(await failing(swapSourceChecks, { ...fixture, source })).toContainEqual(
      expect.stringContaining(check),
    );
  });
});

type PathFault = (path: RebalancePath) => Partial<RebalancePath>;

const pathFaults: readonly (readonly [fault: string, change: PathFault, check: string])[] = [
  [
    'asks an API for each quote',
    (path) => ({
      quote: (lane, received) => {
        void fetch('http://127.0.0.1:9/terms').catch(() => undefined);
        return path.quote(lane, received);
      },
    }),
    'without the network',
  ],
  [
    'names its bridge in capitals',
    (path) => ({
      send: (rebalance) => ({ ...path.send(rebalance), to: path.send(rebalance).to.toUpperCase() }),
    }),
    'canonical addresses',
  ],
  [
    'quotes any lane and any amount',
    () => ({ quote: (_, received) => ({ amount: received + 3n, seconds: 60, gas: 50_000 }) }),
    'no lane that is not its own',
  ],
  [
    'takes its fee beside the amount',
    (path) => ({ send: (rebalance) => path.send({ ...rebalance, amount: rebalance.amount + 3n }) }),
    'the amount and no more',
  ],
  [
    'takes more gas than it quotes',
    (path) => ({ send: (rebalance) => ({ ...path.send(rebalance), gasLimit: 50_001 }) }),
    'the amount and no more',
  ],
  [
    'sends another transaction each time',
    (path) => {
      let count = 0;
      return {
        send: (rebalance) => ({
          ...path.send(rebalance),
          data: `${path.send(rebalance).data}:${String(count++)}`,
        }),
      };
    },
    'the same transaction',
  ],
  [
    'calls any payment of the amount its delivery',
    () => {
      const fixed = { amount: 997n, height: 1 };
      return { delivery: () => Promise.resolve(fixed) };
    },
    'of this rebalance alone',
  ],
  [
    'takes the payment of a stranger for its own',
    (path) => ({
      delivery: async (rebalance) =>
        (await path.delivery(rebalance)) ??
        (await path.delivery({ ...rebalance, sender: fakeAddress('stranger') })),
    }),
    'of this rebalance alone',
  ],
  [
    'quotes without its fee',
    (path) => ({
      quote: (lane, received) => {
        const quoted = path.quote(lane, received);
        return quoted && { ...quoted, amount: received };
      },
    }),
    'all of it',
  ],
];

describe('testPath', () => {
  it('passes a path that keeps its contract', async () => {
    expect(await failing(pathChecks, createFakePathFixture())).toEqual([]);
  });

  it.each(pathFaults)('finds a path that %s', async (_, change, check) => {
    const fixture = createFakePathFixture();
    const path = { ...fixture.path, ...change(fixture.path) };
    expect(await failing(pathChecks, { ...fixture, path })).toContainEqual(
      expect.stringContaining(check),
    );
  });
});
