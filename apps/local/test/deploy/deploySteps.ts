import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { waitMsMax } from '@portage/testing';
import { createPublicClient, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { runCommand, type Ended } from './commands.js';
import { chooseDeaths, type Death } from './deaths.js';
import type { Trial } from './trial.js';
import { endpointsOf, valuesOf } from './values.js';

/** Outcome of a step. */
export interface Outcome {
  readonly figures: string;
  readonly faults: readonly string[];
  /** Rows of the step's own, for people. */
  readonly rows?: readonly string[];
}

/** Arguments that every command of the service has. */
const shared = ['--config', 'portage.json', '--data', 'data'];

/** Milliseconds of a deployment, which waits for blocks of one chain after the other. */
export const deployMsMax = 2 * waitMsMax;

/** Runs a command of the service in the folder of a trial. */
export function service(
  trial: Trial,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  const shell = { ...trial, env: { ...trial.env, ...env } };
  const msMax = args[0] === 'deploy' ? deployMsMax : waitMsMax;
  return runCommand('apps/service', [...args, ...shared], shell, msMax);
}

/** Fault of a command that should have ended with 0. */
export function faultsOf(name: string, ended: Ended): readonly string[] {
  const { code, signal, lateSeconds } = ended;
  if (code === 0 && signal === null) return [];
  const how =
    lateSeconds === undefined
      ? `ended with ${signal ?? String(code)}`
      : `was killed after ${String(lateSeconds)} s`;
  return [`${name} ${how}: ${lastWords(ended)}`];
}

/** The end of what a command said, for a message. */
export function lastWords({ errors, output }: Ended): string {
  const words = (errors.trim() === '' ? output : errors).trim();
  return words === '' ? 'it said nothing' : words.slice(-600);
}

/** `init` from endpoints and values: the configuration is complete but for the contracts. */
export async function initialize(trial: Trial): Promise<Outcome> {
  const { folder, others, keys, salt } = trial;
  const put = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), JSON.stringify(value, undefined, 2));
  const endpoints = endpointsOf(trial);
  await put('endpoints.json', endpoints);
  await put('values.json', valuesOf(trial));
  const [owner, guardian, allocator] = [keys.payer, keys.deployer, keys.allocator].map(
    (key) => privateKeyToAccount(key).address,
  );
  await put('deployment.json', { owner, guardian, allocator, limitUsd: '500000', salt });
  if (others.solana !== undefined) {
    const { owner: svmOwner, guardian: svmGuardian, allocator: svmAllocator } = keys.solana;
    await put('deployment-solana.json', {
      owner: svmOwner.address,
      guardian: svmGuardian.address,
      allocator: svmAllocator.address,
      upgradeAuthority: svmOwner.address,
      limitUsd: '500000',
    });
  }
  const names = Object.keys(endpoints).join();
  const given = '--endpoints endpoints.json --values values.json --out portage.json'.split(' ');
  const ended = await runCommand('apps/service', ['init', '--networks', names, ...given], trial);
  const open = ended.output.split('\n').filter((line) => line.startsWith('  '));
  const strange = open.filter((place) => !/[.](?:contracts|programs)[.]/.test(place));
  const left = strange.map((place) => `init left ${place.trim()} open`);
  return {
    figures: `${String(open.length)} addresses of contracts and programs left open`,
    faults: [...faultsOf('init', ended), ...left],
  };
}

/** Deployments that die, and one that ends: all chains have the same addresses. */
export async function deployWithDeaths(trial: Trial): Promise<Outcome> {
  const deaths = chooseDeaths(trial.kills);
  const faults: string[] = [];
  for (const death of deaths) {
    const died = await service(trial, ['deploy', 'evm', '--yes', '--json'], {
      PORTAGE_FAILPOINT: death.point,
    });
    const missed = missedBy(died, death.point);
    faults.push(...missed, ...(missed.length === 0 ? await misplaced(death, trial) : []));
  }
  const ended = await service(trial, ['deploy', 'evm', '--yes', '--json', '--fill']);
  faults.push(...faultsOf('deploy', ended));
  const deployed = ended.code === 0 ? readJson(ended) : [];
  const sets = new Set(deployed.map(({ contracts }) => JSON.stringify(contracts)));
  if (sets.size !== 1) faults.push(`the chains have ${String(sets.size)} sets of addresses`);
  return { figures: `${String(deaths.length)} deaths, ${String(deployed.length)} chains`, faults };
}

/** Fault of a deployment that should have died at a point. */
export function missedBy(died: Ended, point: string): readonly string[] {
  if (died.lateSeconds !== undefined) return faultsOf(`deploy on the way to ${point}`, died);
  if (died.signal === 'SIGKILL') return [];
  return [`deploy did not reach ${point}: ${lastWords(died)}`];
}

/** Fault of a death that left another journal than it should have. */
async function misplaced(
  { point, network, last }: Death,
  { folder, networks }: Trial,
): Promise<readonly string[]> {
  const journal = await readFile(join(folder, 'data', 'deploy', 'deploy.jsonl'), 'utf8');
  // Lines of the journal are records, which name their chain.
  const record = JSON.parse(journal.trim().split('\n').at(-1) ?? '{}') as {
    readonly kind?: string;
    readonly chainId?: number;
  };
  const wanted = networks.at(network)?.chainId;
  if (record.kind === last && record.chainId === wanted) return [];
  return [`a death at ${point} left ${JSON.stringify(record).slice(0, 300)}`];
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
