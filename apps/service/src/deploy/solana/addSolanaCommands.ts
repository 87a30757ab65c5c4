import { resolve } from 'node:path';
import { PortageError } from '@portage/core';
import { createKey, type Key } from '@portage/solana-chain';
import type { Command } from 'commander';
import { exitCodeOf, printRows } from '../../check/printRows.js';
import { deployFolder, type DeployEnvironment } from '../deployEnvironment.js';
import {
  addDeployOptions,
  addSharedOptions,
  type DeployFlags,
  type OptionTexts,
  type SharedFlags,
} from '../deployOptions.js';
import { fillConfiguration, type FilledChain } from '../fillConfiguration.js';
import { deployerVariables, readDeployerKey } from '../readKey.js';
import type { SolanaPlan } from './planSolana.js';
import { printSolanaPlans, solanaPlansAsJson } from './printSolanaPlans.js';
import {
  deploySolana,
  planSolanaDeployment,
  solanaRecordsIn,
  type SolanaInput,
} from './runSolanaDeploy.js';
import { solanaDeployChains, type SolanaDeployChain } from './solanaDeployChains.js';
import { solanaArgumentsIn } from './solanaJournal.js';
import { readSolanaSettings } from './solanaSettings.js';
import { verifySolana } from './verifySolana.js';

const texts: OptionTexts = {
  holds: 'JSON file of owner, guardian, allocator, upgradeAuthority and limits',
  file: 'deployment-solana.json',
  all: 'all chains of Solana',
};

/** Commands that those of Solana are added to. */
export interface ParentCommands {
  readonly deploy: Command;
  readonly verify: Command;
}

/** Adds `deploy solana` and `verify solana`. */
export function addSolanaCommands(
  { deploy, verify }: ParentCommands,
  environment: DeployEnvironment,
): void {
  addDeployOptions(deploy.command('solana'), texts)
    .description(
      'Deploy the programs on clusters of Solana, initialise the depository, and give away the power to replace them. The key of PORTAGE_SVM_DEPLOYER_KEY pays; addresses follow from its account. Run again after a crash: nothing is sent twice.',
    )
    .action((flags: DeployFlags) => {
      environment.run(() => runDeploy(flags, environment));
    });
  addSharedOptions(verify.command('solana'), texts)
    .description(
      'Compare the programs of clusters of Solana with this version and with the arguments. Exit code 1: something differs.',
    )
    .action((flags: SharedFlags) => {
      environment.run(() => runVerify(flags, environment));
    });
}

async function readInput(
  flags: SharedFlags,
  { readSetup }: DeployEnvironment,
): Promise<SolanaInput> {
  const { configuration } = await readSetup();
  const settings = readSolanaSettings(resolve(flags.arguments));
  const key = configuration.keys['svm']?.['allocator'];
  const address = key === undefined ? settings.allocator : createKey(key).address;
  if (address !== settings.allocator)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `allocator: is ${settings.allocator}, but keys.svm.allocator is of ${address}.`,
    });
  const chains = solanaDeployChains(configuration.chains, flags.networks);
  return { chains, settings, prices: configuration.prices };
}

function deployerOf(
  { env, hide }: DeployEnvironment,
  chains: readonly SolanaDeployChain[],
): Key | undefined {
  const isReal = chains.some(({ isDevnet }) => !isDevnet);
  const key = readDeployerKey(env, deployerVariables.svm, isReal);
  if (key === undefined) return undefined;
  if (!key.startsWith('address:')) hide(key);
  return createKey(key);
}

async function runDeploy(flags: DeployFlags, environment: DeployEnvironment): Promise<number> {
  const { print, failpoint } = environment;
  const input = await readInput(flags, environment);
  const key = deployerOf(environment, input.chains);
  const folder = deployFolder(environment);
  const options = { ...input, folder, deployer: key?.address };
  if (flags.plan || !flags.yes) {
    const plans = await planSolanaDeployment(options);
    print(flags.json ? `${JSON.stringify(solanaPlansAsJson(plans))}\n` : printSolanaPlans(plans));
    if (!flags.json) print('Nothing was sent. --yes sends.\n');
    return plans.some(({ refusals }) => refusals.length > 0) ? 1 : 0;
  }
  if (key?.canSign !== true)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${deployerVariables.svm} is missing.`,
      hint: 'The account needs SOL for rent and fees, and keeps no power over the programs.',
    });
  const onPlan = (plans: readonly SolanaPlan[]): void => {
    if (!flags.json) print(printSolanaPlans(plans));
  };
  const deployed = await deploySolana({ ...options, key, failpoint, onPlan });
  if (flags.fill) fillConfiguration(environment.file(), deployed);
  print(flags.json ? `${JSON.stringify(deployed)}\n` : describeDeployed(deployed));
  return 0;
}

function describeDeployed(deployed: readonly FilledChain[]): string {
  const lines = deployed.map(
    ({ slug, ...members }) => `${slug}: ${JSON.stringify(members, undefined, 2)}`,
  );
  return `${lines.join('\n')}\n`;
}

async function runVerify(flags: SharedFlags, environment: DeployEnvironment): Promise<number> {
  const { chains, settings } = await readInput(flags, environment);
  const records = solanaRecordsIn(deployFolder(environment));
  const rows = await Promise.all(
    chains.map((chain) =>
      verifySolana({ chain, settings, recorded: solanaArgumentsIn(records, chain.id) }),
    ),
  );
  environment.print(flags.json ? `${JSON.stringify(rows.flat())}\n` : printRows(rows.flat()));
  return exitCodeOf(rows.flat());
}
