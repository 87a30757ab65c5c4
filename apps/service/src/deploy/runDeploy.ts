import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortageError, systemClock } from '@portage/core';
import { lockDirectory } from '@portage/database';
import { zeroAddress, type PrivateKeyAccount } from 'viem';
import { carryOut } from './carryOut.js';
import { configuredContracts } from './contractSet.js';
import { openDeployClient, type DeployClient } from './deployClient.js';
import { openDeployJournal, readDeployRecords, type DeployRecord } from './deployJournal.js';
import type { FilledChain } from './fillConfiguration.js';
import { planChain, type ChainPlan } from './planChain.js';
import { limitBatches } from './safeBatch.js';
import { resolveDeployment, type DeploymentInput } from './resolveDeployment.js';

/** Values that a deployment runs with. */
export interface DeployOptions extends DeploymentInput {
  /** Folder of the journal and of the owner's acts. */
  readonly folder: string;
  /** Undefined where only a plan is wanted. */
  readonly account: PrivateKeyAccount | undefined;
  readonly failpoint?: ((point: string) => void) | undefined;
  /** Told of the plan before anything is sent. */
  readonly onPlan?: ((plans: readonly ChainPlan[]) => void) | undefined;
}

/** Path of the journal in a folder of deployments. */
export function journalIn(folder: string): string {
  return join(folder, 'deploy.jsonl');
}

/** Records of a folder, which need not be there. Changes nothing. */
export function recordsIn(folder: string): readonly DeployRecord[] {
  const path = journalIn(folder);
  return existsSync(path) ? readDeployRecords(readFileSync(path, 'utf8'), path) : [];
}

/** Says what a deployment would do. Sends nothing and writes nothing. */
export async function planDeployment(options: DeployOptions): Promise<readonly ChainPlan[]> {
  return (await planAll(options, recordsIn(options.folder))).map(({ plan }) => plan);
}

/** Plan of a chain, and the endpoints that it was made with. */
interface OpenPlan {
  readonly plan: ChainPlan;
  readonly client: DeployClient;
}

async function planAll(
  options: DeployOptions,
  records: readonly DeployRecord[],
): Promise<readonly OpenPlan[]> {
  const { settings, account } = options;
  const resolved = await resolveDeployment(options, records);
  return Promise.all(
    resolved.map(async (each) => {
      const client = await openDeployClient(each.chain);
      const { salt } = settings;
      const plan = await planChain(each, { client, salt, deployer: account?.address, records });
      return { plan, client };
    }),
  );
}

/** A chain after its deployment. */
export interface DeployedChain extends FilledChain {
  /** Files with acts that its owner has to sign. */
  readonly ownerActs: readonly string[];
}

/** Options with the account that pays. */
export interface SendingOptions extends DeployOptions {
  readonly account: PrivateKeyAccount;
}

/**
 * Creates what is missing, chain by chain. Arguments of all chains are on disk before anything is
 * sent, so that a second run wants the same.
 *
 * @throws PortageError for a plan that is refused; then nothing was sent
 */
export async function deployEvm(options: SendingOptions): Promise<readonly DeployedChain[]> {
  const { folder, account, failpoint } = options;
  const { signal } = new AbortController();
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(folder);
  const journal = await openDeployJournal(journalIn(folder));
  try {
    const opened = await planAll(options, journal.records);
    const plans = opened.map(({ plan }) => plan);
    options.onPlan?.(plans);
    refuse(plans);
    for (const { chain, depository, salt, isRecorded } of plans)
      if (!isRecorded)
        await journal.add({ kind: 'arguments', chainId: chain.id, salt, depository });
    failpoint?.('deploy-planned');
    const deployed: DeployedChain[] = [];
    for (const { plan, client } of opened) {
      const context = { client, account, journal, clock: systemClock, signal, failpoint };
      await carryOut(plan, context);
      deployed.push(describeChain(plan, journal.records, folder));
    }
    return deployed;
  } finally {
    await journal.close();
    await unlock();
  }
}

function refuse(plans: readonly ChainPlan[]): void {
  const [refused] = plans.flatMap(({ chain, refusals }) =>
    refusals.map((reason) => `${chain.slug}: ${reason}.`),
  );
  if (refused !== undefined)
    throw new PortageError('INVALID_CONFIGURATION', {
      message: refused,
      hint: 'Nothing was sent. --plan shows everything that keeps the deployment from starting.',
    });
}

function describeChain(
  { chain, created, depository, missing }: ChainPlan,
  records: readonly DeployRecord[],
  folder: string,
): DeployedChain {
  const mined = records.find(
    (record) =>
      record.kind === 'mined' && record.chainId === chain.id && record.step === 'Depository',
  );
  const { owner, guardian } = depository;
  const place = { chainId: chain.id, owner, depository: created.Depository, now: Date.now() };
  const batches = missing.length === 0 ? {} : limitBatches(missing, place);
  const ownerActs = Object.entries(batches).map(([name, batch]) => {
    const path = join(folder, `${chain.slug}-${name}-limits.json`);
    writeFileSync(path, `${JSON.stringify(batch, undefined, 2)}\n`);
    return path;
  });
  return {
    slug: chain.slug,
    contracts: configuredContracts(created),
    governance: guardian === zeroAddress ? { owner } : { owner, guardian },
    startHeight: mined?.kind === 'mined' ? mined.block : undefined,
    ownerActs,
  };
}
