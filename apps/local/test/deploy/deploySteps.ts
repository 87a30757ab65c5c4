import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { networks as presets } from '@portage/networks';
import { runCommand, type Ended } from './commands.js';
import { deathPoints, type Trial } from './trial.js';

/** Outcome of a step. */
export interface Outcome {
  readonly figures: string;
  readonly faults: readonly string[];
}

/** Arguments that every command of the service has. */
const shared = ['--config', 'portage.json', '--data', 'data'];

/** Runs a command of the service in the folder of a trial. */
export function service(
  trial: Trial,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const options = { folder: trial.folder, env: { ...trial.env, ...env } };
  return runCommand('apps/service', [...args, ...shared], options);
}

/** Fault of a command that should have ended with 0. */
export function faultsOf(name: string, { code, signal, errors, output }: Ended): readonly string[] {
  if (code === 0 && signal === null) return [];
  const words = errors === '' ? output : errors;
  return [`${name} ended with ${signal ?? String(code)}: ${words.trim().slice(-600)}`];
}

/** `init` from endpoints and values: the configuration is complete but for the contracts. */
export async function initialize(trial: Trial): Promise<Outcome> {
  const { folder, networks, keys } = trial;
  const put = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), JSON.stringify(value, undefined, 2));
  const endpoints = networks.map(({ slug, rpcUrl }) => [
    slug,
    [
      { url: rpcUrl, operator: 'one' },
      { url: rpcUrl.replace('127.0.0.1', 'localhost'), operator: 'two' },
    ],
  ]);
  await put('endpoints.json', Object.fromEntries(endpoints));
  await put('values.json', valuesOf(trial));
  const [owner, guardian, allocator] = [keys.payer, keys.deployer, keys.allocator].map(
    (key) => privateKeyToAccount(key).address,
  );
  await put('deployment.json', { owner, guardian, allocator, limitUsd: '500000' });
  const names = networks.map(({ slug }) => slug).join();
  const given = '--endpoints endpoints.json --values values.json --out portage.json'.split(' ');
  const ended = await runCommand('apps/service', ['init', '--networks', names, ...given], trial);
  const open = ended.output.split('\n').filter((line) => line.startsWith('  '));
  const strange = open.filter((place) => !place.includes('.contracts.'));
  const left = strange.map((place) => `init left ${place.trim()} open`);
  return {
    figures: `${String(open.length)} addresses of contracts left open`,
    faults: [...faultsOf('init', ended), ...left],
  };
}

/** Prices, limits and offered currencies: what an operator decides. */
function valuesOf({ networks }: Trial): Readonly<Record<string, unknown>> {
  const native = new Set(
    presets.flatMap(({ slug, nativeCurrency }) =>
      networks.some((network) => network.slug === slug) ? [nativeCurrency.id] : [],
    ),
  );
  const usd = { usdc: '1', ...Object.fromEntries([...native].map((id) => [id, '2500'])) };
  const chains = networks.flatMap(({ slug, rpcUrl }): [string, unknown][] => {
    const own = presets.find((preset) => preset.slug === slug)?.nativeCurrency.id;
    return [
      [`chains.${slug}.assets`, [own, 'usdc']],
      [`chains.${slug}.publicRpcUrl`, rpcUrl],
    ];
  });
  return {
    prices: { source: 'fixed', usd },
    'policy.outflowHourMicroUsdMax': '5000000000',
    'policy.outflowDayMicroUsdMax': '20000000000',
    'policy.outflowRecipientMicroUsdMax': '1000000000',
    'policy.capacityPerRequestMicroUsd': '1000000000',
    ...Object.fromEntries(chains),
  };
}

/** Deployments that die, and one that ends: all chains have the same addresses. */
export async function deployWithDeaths(trial: Trial): Promise<Outcome> {
  const points = deathPoints.slice(0, trial.kills);
  const faults: string[] = [];
  for (const point of points) {
    const died = await service(trial, ['deploy', 'evm', '--yes', '--json'], {
      PORTAGE_FAILPOINT: point,
    });
    if (died.signal !== 'SIGKILL')
      faults.push(`deploy did not reach ${point}: ${died.errors.trim().slice(-300)}`);
  }
  const ended = await service(trial, ['deploy', 'evm', '--yes', '--json', '--fill']);
  faults.push(...faultsOf('deploy', ended));
  const deployed = ended.code === 0 ? readJson(ended) : [];
  const sets = new Set(deployed.map(({ contracts }) => JSON.stringify(contracts)));
  if (sets.size !== 1) faults.push(`the chains have ${String(sets.size)} sets of addresses`);
  return { figures: `${String(points.length)} deaths, ${String(deployed.length)} chains`, faults };
}

/** A second run sends nothing. */
export async function deployAgain(trial: Trial): Promise<Outcome> {
  const before = await sentBy(trial);
  const ended = await service(trial, ['deploy', 'evm', '--yes', '--json']);
  const after = await sentBy(trial);
  const more = after.some((count, index) => count !== before[index]);
  return {
    figures: `${before.join(' + ')} transactions in all`,
    faults: [
      ...faultsOf('deploy', ended),
      ...(more ? [`a second run sent more: ${after.join(' + ')}`] : []),
    ],
  };
}

async function sentBy({ networks, keys }: Trial): Promise<readonly number[]> {
  const { address } = privateKeyToAccount(keys.deployer);
  return Promise.all(
    networks.map(({ rpcUrl }) =>
      createPublicClient({ transport: http(rpcUrl) }).getTransactionCount({ address }),
    ),
  );
}

/** Rows of `check` or `verify`, or chains of `deploy`. */
export function readJson({ output }: Ended): readonly Readonly<Record<string, unknown>>[] {
  // The commands print an array of objects with --json.
  return JSON.parse(output) as readonly Readonly<Record<string, unknown>>[];
}
