import { resolve } from 'node:path';
import { PortageError } from '@portage/core';
import { createKey, type Key } from '@portage/solana-chain';
import type { Command } from 'commander';
import { exitCodeOf, printRows } from '../../check/printRows.js';
import { deployFolder, type DeployEnvironment } from '../deployEnvironment.js';
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

interface Shared {
  readonly arguments: string;
  readonly networks?: string;
  readonly json: boolean;
}

interface DeployFlags extends Shared {
  readonly plan: boolean;
  readonly yes: boolean;
  readonly fill: boolean;
}

const argumentsText = 'JSON file of owner, guardian, allocator, upgradeAuthority and limits';

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
  shared(deploy.command('solana'))
    .description(
      'Deploy the programs on clusters of Solana, initialise the depository, and give away the power to replace them. The key of PORTAGE_SVM_DEPLOYER_KEY pays; addresses follow from its account. Run again after a crash: nothing is sent twice.',
    )
    .option('--plan', 'show what would be done, and send nothing', false)
    .option('--yes', 'send', false)
    .option('--fill', 'write addresses into the configuration file', false)
    .action((flags: DeployFlags) => {
      environment.run(() => runDeploy(flags, environment));
    });
  shared(verify.command('solana'))
    .description(
      'Compare the programs of clusters of Solana with this version and with the arguments. Exit code 1: something differs.',
    )
    .action((flags: Shared) => {
      environment.run(() => runVerify(flags, environment));
    });
}

function shared(command: Command): Command {
  return command
    .option('--arguments <file>', argumentsText, 'deployment-solana.json')
    .option('--networks <names>', 'slugs with commas between; without it all chains of Solana')
    .option('--json', 'print JSON', false);
}

async function readInput(flags: Shared, { readSetup }: DeployEnvironment): Promise<SolanaInput> {
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

async function runVerify(flags: Shared, environment: DeployEnvironment): Promise<number> {
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
