import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitMsMax } from '@portage/testing';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import {
  deployAgain,
  deployMsMax,
  deployWithDeaths,
  initialize,
  type Outcome,
} from './deploySteps.js';
import { fund } from './fundStep.js';
import { damage, inspect, serveAndSmoke, smokeMsMax } from './liveSteps.js';
import { startNetworks } from './networks.js';
import { drawBitcoinKeys, drawSolanaKeys, otherVariables } from './otherKeys.js';
import { otherSlugs, startOthers } from './otherNetworks.js';
import { damageSolana, deploySolanaAgain, deploySolanaWithDeaths } from './solanaSteps.js';
import { replaceContracts } from './replaceStep.js';
import { runSteps, type Step } from './runSteps.js';
import type { DeployOptions, Trial, TrialStep } from './trial.js';

/**
 * Goes the way of an operator from nothing to the first payment on fresh nodes that have the ids of
 * real networks: `init`, `deploy` with deaths, `verify`, `check`, a start and `smoke`. No file is
 * edited by hand. A step that fails, or does not end in its time, ends the way.
 */
export async function runDeploy(options: DeployOptions): Promise<readonly TrialStep[]> {
  const folder = await mkdtemp(join(tmpdir(), 'portage-going-live-'));
  const isOther = (slug: string): boolean => otherSlugs.includes(slug);
  options.note('nodes …');
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
    const trial = { folder, env, networks, others, keys, kills: options.kills };
    return await runSteps(stepsOf(trial), options);
  } finally {
    await Promise.all([...networks.map((network) => network.stop()), others.stop()]);
    await rm(folder, { recursive: true, force: true });
  }
}

/** The steps of a trial, in their order. */
function stepsOf(trial: Trial): readonly Step[] {
  const step = (name: string, work: (trial: Trial) => Promise<Outcome>): Step => ({
    name,
    work: (signal) => work({ ...trial, signal }),
  });
  const { solana } = trial.others;
  // Each death and the last run are a command with a limit of its own.
  const deathsMsMax = (trial.kills + 1) * deployMsMax;
  return [
    step('init', initialize),
    { ...step('deploy with deaths', deployWithDeaths), msMax: deathsMsMax },
    step('deploy again', deployAgain),
    step('verify', (each) => inspect(each, 'verify evm')),
    ...(solana === undefined
      ? []
      : [
          { ...step('deploy solana', deploySolanaWithDeaths), msMax: deathsMsMax },
          step('deploy solana again', (each) => deploySolanaAgain(each, solana)),
          step('verify solana', (each) => inspect(each, 'verify solana')),
        ]),
    step('check', (each) => inspect(each, 'check')),
    step('fund', fund),
    { ...step('start and smoke', serveAndSmoke), msMax: 2 * waitMsMax + smokeMsMax(trial) },
    { ...step('second contracts', replaceContracts), msMax: 4 * waitMsMax + deployMsMax },
    step('verify after damage', damage),
    ...(solana === undefined
      ? []
      : [step('solana after damage', (each) => damageSolana(each, solana))]),
  ];
}
