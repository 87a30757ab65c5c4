import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { deployAgain, deployWithDeaths, initialize, type Outcome } from './deploySteps.js';
import { fund } from './fundStep.js';
import { damage, inspect, serveAndSmoke } from './liveSteps.js';
import { startNetworks } from './networks.js';
import { drawBitcoinKeys, drawSolanaKeys, otherVariables } from './otherKeys.js';
import { otherSlugs, startOthers, type TrialSolana } from './otherNetworks.js';
import { damageSolana, deploySolanaAgain, deploySolanaWithDeaths } from './solanaSteps.js';
import type { DeployOptions, Trial, TrialStep } from './trial.js';

/**
 * Goes the way of an operator from nothing to the first payment on fresh nodes that have the ids of
 * real networks: `init`, `deploy` with deaths, `verify`, `check`, a start and `smoke`. No file is
 * edited by hand. A step that fails ends the way.
 */
export async function runDeploy(options: DeployOptions): Promise<readonly TrialStep[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-going-live-'));
  const isOther = (slug: string): boolean => otherSlugs.includes(slug);
  const networks = await startNetworks(options.networks.filter((slug) => !isOther(slug)));
  const others = await startOthers(options.networks.filter(isOther));
  try {
    const [deployer, solver, allocator, payer] = [0, 1, 2, 3].map(generatePrivateKey);
    if (!deployer || !solver || !allocator || !payer) throw new Error('A key is missing.');
    const [solana, bitcoin] = [drawSolanaKeys(), await drawBitcoinKeys()];
    const env = {
      ...otherVariables(solana, bitcoin),
      PORTAGE_DEPLOYER_KEY: deployer,
      PORTAGE_SOLVER_KEY: solver,
      PORTAGE_ALLOCATOR_KEY: allocator,
    };
    for (const network of networks)
      await network.give(privateKeyToAccount(deployer).address, { native: 10n });
    await others.solana?.give(solana.deployer.address, { sol: 1n });
    const keys = { deployer, solver, allocator, payer, solana, bitcoin };
    const { kills, note } = options;
    return await goThrough({ folder, env, networks, others, keys, kills }, note);
  } finally {
    await Promise.all([...networks.map((network) => network.stop()), others.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** A step and its work. */
type Step = readonly [string, () => Promise<Outcome>];

async function goThrough(
  trial: Trial,
  note: (text: string) => void,
): Promise<readonly TrialStep[]> {
  const { solana } = trial.others;
  const steps: readonly Step[] = [
    ['init', () => initialize(trial)],
    ['deploy with deaths', () => deployWithDeaths(trial)],
    ['deploy again', () => deployAgain(trial)],
    ['verify', () => inspect(trial, 'verify evm')],
    ...(solana === undefined ? [] : solanaSteps(trial, solana)),
    ['check', () => inspect(trial, 'check')],
    ['fund', () => fund(trial)],
    ['start and smoke', () => serveAndSmoke(trial)],
    ['verify after damage', () => damage(trial)],
    ...(solana === undefined
      ? []
      : [['solana after damage', () => damageSolana(trial, solana)] satisfies Step]),
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

function solanaSteps(trial: Trial, solana: TrialSolana): readonly Step[] {
  return [
    ['deploy solana', () => deploySolanaWithDeaths(trial)],
    ['deploy solana again', () => deploySolanaAgain(trial, solana)],
    ['verify solana', () => inspect(trial, 'verify solana')],
  ];
}
