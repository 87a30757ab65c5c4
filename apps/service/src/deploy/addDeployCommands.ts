import { resolve } from 'node:path';
import { PortageError } from '@portage/core';
import type { Command } from 'commander';
import type { PrivateKeyAccount } from 'viem/accounts';
import { exitCodeOf, printRows } from '../check/printRows.js';
import type { Configuration } from '../configuration/configuration.js';
import { deployChains, type DeployChain } from './deployChains.js';
import { deployFolder, type DeployEnvironment } from './deployEnvironment.js';
import { readDeploymentSettings, type DeploymentSettings } from './deploymentSettings.js';
import {
  addDeployOptions,
  addSharedOptions,
  type DeployFlags,
  type OptionTexts,
  type SharedFlags,
} from './deployOptions.js';
import { fillConfiguration } from './fillConfiguration.js';
import { plansAsJson, printPlans } from './printPlans.js';
import { accountOf, deployerVariables, readDeployerKey } from './readKey.js';
import { deployEvm, planDeployment, recordsIn, type DeployedChain } from './runDeploy.js';
import { resolveDeployment, type DeploymentInput } from './resolveDeployment.js';
import { verifyChain } from './verifyChain.js';
import { addSolanaCommands } from './solana/addSolanaCommands.js';
import { writeInput } from './writeInput.js';

interface VerifyFlags extends SharedFlags {
  readonly writeInput?: string;
}

const texts: OptionTexts = {
  holds: 'JSON file of owner, guardian, allocator and limits, the same for all chains',
  file: 'deployment.json',
  all: 'all EVM chains',
};

/** Adds `deploy` and `verify` of EVM chains and of Solana. */
export function addDeployCommands(program: Command, environment: DeployEnvironment): void {
  const deploy = program.command('deploy').description('Create contracts and programs.');
  const verify = program.command('verify').description('Compare contracts and programs.');
  addSolanaCommands({ deploy, verify }, environment);
  addDeployOptions(deploy.command('evm'), texts)
    .description(
      'Create the contracts on EVM chains, at equal addresses where arguments are equal. The key of PORTAGE_DEPLOYER_KEY pays, and keeps no power. Run again after a crash: nothing is created twice.',
    )
    .action((flags: DeployFlags) => {
      environment.run(() => runDeploy(flags, environment));
    });
  addSharedOptions(verify.command('evm'), texts)
    .description(
      'Compare the contracts of EVM chains with the sources and with the arguments. Exit code 1: something differs.',
    )
    .option('--write-input <folder>', "write the compiler's input and arguments for explorers")
    .action((flags: VerifyFlags) => {
      environment.run(() => runVerify(flags, environment));
    });
}

async function readInput(
  flags: SharedFlags,
  { readSetup }: DeployEnvironment,
): Promise<DeploymentInput> {
  const { configuration } = await readSetup();
  const settings = readDeploymentSettings(resolve(flags.arguments));
  refuseAllocator(configuration, settings);
  const chains = deployChains(configuration.chains, flags.networks);
  return { chains, settings, prices: configuration.prices };
}

/** A depository without the key of its allocator pays nothing out. */
function refuseAllocator({ keys }: Configuration, { allocator }: DeploymentSettings): void {
  const key = keys['evm']?.['allocator'];
  if (key === undefined) return;
  const named = key.startsWith('address:') ? key.slice('address:'.length) : undefined;
  const address = named ?? accountOf(key, 'keys.evm.allocator').address;
  if (address.toLowerCase() === allocator.toLowerCase()) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `allocator: is ${allocator}, but keys.evm.allocator is of ${address}.`,
  });
}

function deployerOf(
  { env, hide }: DeployEnvironment,
  chains: readonly DeployChain[],
): PrivateKeyAccount | undefined {
  const key = readDeployerKey(
    env,
    deployerVariables.evm,
    chains.some(({ isDevnet }) => !isDevnet),
  );
  if (key === undefined) return undefined;
  hide(key);
  return accountOf(key, deployerVariables.evm);
}

async function runDeploy(flags: DeployFlags, environment: DeployEnvironment): Promise<number> {
  const { print, failpoint } = environment;
  const input = await readInput(flags, environment);
  const account = deployerOf(environment, input.chains);
  const options = { ...input, account, failpoint, folder: deployFolder(environment) };
  if (flags.plan || !flags.yes) {
    const plans = await planDeployment(options);
    print(flags.json ? `${JSON.stringify(plansAsJson(plans))}\n` : printPlans(plans));
    if (!flags.json) print('Nothing was sent. --yes sends.\n');
    return plans.some(({ refusals }) => refusals.length > 0) ? 1 : 0;
  }
  if (account === undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${deployerVariables.evm} is missing.`,
      hint: 'The account needs native currency for gas, and keeps no power over the contracts.',
    });
  const show = (plans: Parameters<typeof printPlans>[0]): void => {
    if (!flags.json) print(printPlans(plans));
  };
  const deployed = await deployEvm({ ...options, account, onPlan: show });
  if (flags.fill) fillConfiguration(environment.file(), deployed);
  if (flags.json) print(`${JSON.stringify(deployed)}\n`);
  else print(describeDeployed(deployed));
  return 0;
}

function describeDeployed(deployed: readonly DeployedChain[]): string {
  const lines = deployed.flatMap(({ slug, ownerActs, ...members }) => [
    `${slug}: ${JSON.stringify(members, undefined, 2)}`,
    ...ownerActs.map((path) => `The owner of ${slug} signs ${path}.`),
  ]);
  return `${lines.join('\n')}\n`;
}

async function runVerify(flags: VerifyFlags, environment: DeployEnvironment): Promise<number> {
  const input = await readInput(flags, environment);
  const { salt } = input.settings;
  const resolved = await resolveDeployment(input, recordsIn(deployFolder(environment)));
  const rows = (await Promise.all(resolved.map((each) => verifyChain(each, salt)))).flat();
  const written =
    flags.writeInput === undefined ? [] : writeInput(resolve(flags.writeInput), resolved, salt);
  environment.print(flags.json ? `${JSON.stringify(rows)}\n` : printRows(rows));
  if (!flags.json) for (const path of written) environment.print(`${path} is written.\n`);
  return exitCodeOf(rows);
}
