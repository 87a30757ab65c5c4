import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deployAgain, deployWithDeaths, initialize, type Outcome } from './deploySteps.js';
import { damage, inspect, serveAndSmoke } from './liveSteps.js';
import { startNetworks } from './networks.js';
import type { DeployOptions, Trial, TrialStep } from './trial.js';

/**
 * Goes the way of an operator from nothing to the first payment on fresh nodes that have the ids of
 * real networks: `init`, `deploy` with deaths, `verify`, `check`, a start and `smoke`. No file is
 * edited by hand. A step that fails ends the way.
 */
export async function runDeploy(options: DeployOptions): Promise<readonly TrialStep[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-going-live-'));
  const networks = await startNetworks(options.networks);
  try {
    const [deployer, solver, allocator, payer] = [0, 1, 2, 3].map(generatePrivateKey);
    if (!deployer || !solver || !allocator || !payer) throw new Error('A key is missing.');
    const env = {
      PORTAGE_DEPLOYER_KEY: deployer,
      PORTAGE_SOLVER_KEY: solver,
      PORTAGE_ALLOCATOR_KEY: allocator,
    };
    for (const network of networks)
      await network.give(privateKeyToAccount(deployer).address, { native: 10n });
    const keys = { deployer, solver, allocator, payer };
    return await goThrough({ folder, env, networks, keys, kills: options.kills }, options.note);
  } finally {
    await Promise.all(networks.map((network) => network.stop()));
    await rm(folder, { recursive: true, force: true });
  }
}

async function goThrough(
  trial: Trial,
  note: (text: string) => void,
): Promise<readonly TrialStep[]> {
  const steps: readonly (readonly [string, () => Promise<Outcome>])[] = [
    ['init', () => initialize(trial)],
    ['deploy with deaths', () => deployWithDeaths(trial)],
    ['deploy again', () => deployAgain(trial)],
    ['verify', () => inspect(trial, 'verify')],
    ['check', () => inspect(trial, 'check')],
    ['start and smoke', () => serveAndSmoke(trial)],
    ['verify after damage', () => damage(trial)],
  ];
  const done: TrialStep[] = [];
  for (const [step, work] of steps) {
    note(`${step} …`);
    const startedAt = performance.now();
    const outcome = await work();
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10;
    done.push({ step, seconds, ...outcome });
    if (outcome.faults.length > 0) break;
  }
  return done;
}
