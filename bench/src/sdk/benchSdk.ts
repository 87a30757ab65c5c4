import type { BenchOptions } from '../benchOptions.js';
import type { BenchResult, Figure } from '../measure/report.js';
import { formatSpread, median } from '../measure/statistics.js';
import { measureBundle, type BundleSize } from './measureBundle.js';
import { timeImport } from './timeImport.js';

/** One way to ask for a quote and execute it. */
interface Contestant {
  readonly name: string;
  /** Source code of the app. */
  readonly source: string;
  readonly packages: readonly string[];
}

const relaySdk: Contestant = {
  name: 'relay-sdk 7.0.3',
  source: `export { createClient } from '@relayprotocol/relay-sdk';`,
  packages: ['@relayprotocol/relay-sdk'],
};

const actions = `export { createClient, getQuote, execute } from '@portage/client';`;
const lifiSdk: Contestant = {
  name: '@lifi/sdk 4.3.0',
  source: `export { createClient, getQuote, executeRoute } from '@lifi/sdk';`,
  packages: ['@lifi/sdk'],
};
const clientOnly: Contestant = {
  name: '@portage/client',
  source: actions,
  packages: ['@portage/client'],
};
const clientWithEvm: Contestant = {
  name: '@portage/client + evm',
  source: `${actions} export { createEvmExecutor } from '@portage/evm';`,
  packages: ['@portage/client', '@portage/evm'],
};
const clientWithSolana: Contestant = {
  name: '@portage/client + solana',
  source: `${actions} export { createSolanaExecutor } from '@portage/solana';`,
  packages: [],
};
const wholeSdk: Contestant = {
  name: '@portage/sdk + evm',
  source: `export { createPortage } from '@portage/sdk'; export { createEvmExecutor } from '@portage/sdk/evm';`,
  packages: ['@portage/sdk', '@portage/sdk/evm'],
};

/** Chain libraries that an app has anyway; a wallet adapter's is never counted. */
const viem = ['viem', 'viem/*'];
const web3 = ['@solana/web3.js'];

const goals = { first: 0.25, whole: 1 / 16, cpu: 0.05 } as const;

/**
 * Cost of the SDK for an app before it does anything, beside `@relayprotocol/relay-sdk` and
 * `@lifi/sdk`: bytes of the bundle, and time to import.
 */
export async function benchSdk({ rounds, note }: BenchOptions): Promise<BenchResult> {
  const sizes = new Map<
    Contestant,
    { readonly outside: BundleSize; readonly inside: BundleSize }
  >();
  for (const contestant of [
    relaySdk,
    lifiSdk,
    clientOnly,
    clientWithEvm,
    clientWithSolana,
    wholeSdk,
  ]) {
    const { name, source } = contestant;
    const [outside, inside] = [
      await measureBundle({ source, external: [...viem, ...web3] }),
      await measureBundle({ source, external: web3 }),
    ];
    note(`${name}: ${kilobytes(outside)} without viem, ${kilobytes(inside)} with it`);
    sizes.set(contestant, { outside, inside });
  }
  const cpu = timeImports([relaySdk, clientWithEvm, wholeSdk], { rounds, note });
  const sizeOf = (
    contestant: Contestant,
  ): { readonly outside: BundleSize; readonly inside: BundleSize } =>
    sizes.get(contestant) ?? fail(contestant);
  const share = (
    ours: number,
    theirs: number,
    goal: number,
  ): Pick<Figure, 'value' | 'goal' | 'reached'> => ({
    value: (ours / theirs).toFixed(3),
    goal: goal.toFixed(3),
    reached: ours / theirs <= goal,
  });
  const relay = sizeOf(relaySdk);
  return {
    bench: 'sdk',
    figures: [
      {
        name: 'first load of the client, share of relay-sdk without viem',
        ...share(sizeOf(clientOnly).outside.first, relay.outside.first, goals.first),
      },
      {
        name: 'client and EVM executor, all of it, share of relay-sdk with viem',
        ...share(sizeOf(clientWithEvm).inside.whole, relay.inside.whole, goals.whole),
      },
      {
        name: 'CPU to import client and EVM executor, share of relay-sdk',
        ...share(median(cpu.get(clientWithEvm) ?? []), median(cpu.get(relaySdk) ?? []), goals.cpu),
      },
      ...[...sizes].flatMap(([{ name }, { outside, inside }]) => [
        { name: `${name}: gzip KB without viem`, value: kilobytes(outside) },
        { name: `${name}: gzip KB with viem`, value: kilobytes(inside) },
      ]),
      ...[...cpu].map(([{ name }, ms]) => ({
        name: `${name}: CPU ms to import`,
        value: formatSpread(ms, 0),
      })),
    ],
    notes: [
      'Bundles for browsers by one call of esbuild, minified, each file compressed by itself; an app that asks for a quote and executes it. Ours verifies the quote before anything is signed, theirs does not.',
      `Import: medians of ${String(rounds)} new processes each, in rotation, after one to warm up; what an empty process takes is deducted.`,
    ],
  };
}

/** CPU milliseconds beyond an empty process, round by round. */
function timeImports(
  contestants: readonly Contestant[],
  { rounds, note }: Pick<BenchOptions, 'rounds' | 'note'>,
): ReadonlyMap<Contestant, readonly number[]> {
  const times = new Map<Contestant, number[]>(contestants.map((contestant) => [contestant, []]));
  for (let round = 0; round <= rounds; round += 1) {
    const empty = timeImport([]);
    for (const contestant of round % 2 === 0 ? contestants : [...contestants].reverse()) {
      const ms = timeImport(contestant.packages) - empty;
      if (round > 0) times.get(contestant)?.push(ms);
    }
    if (round > 0)
      note(
        `round ${String(round)}: ${[...times].map(([{ name }, ms]) => `${name} ${(ms.at(-1) ?? 0).toFixed(0)} ms`).join(', ')}, empty ${empty.toFixed(0)} ms`,
      );
  }
  return times;
}

function kilobytes({ first, whole }: BundleSize): string {
  return `${(first / 1_000).toFixed(1)} at first, ${(whole / 1_000).toFixed(1)} in all`;
}

function fail({ name }: Contestant): never {
  throw new Error(`${name} was not measured.`);
}
