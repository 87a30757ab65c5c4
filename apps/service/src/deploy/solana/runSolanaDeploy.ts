import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PortageError, systemClock } from '@portage/core';
import { lockDirectory } from '@portage/database';
import { openCluster, type Cluster, type Key } from '@portage/solana-chain';
import type { PricesConfiguration } from '../../configuration/pricesSchema.js';
import type { FilledChain } from '../fillConfiguration.js';
import { readPrices } from '../../prices/readPrices.js';
import { carryOutSolana } from './carryOutSolana.js';
import { planSolana, type SolanaPlan } from './planSolana.js';
import type { FoundPrograms } from './readCluster.js';
import { resolveSolana, type ResolvedSolana } from './resolveSolana.js';
import type { SolanaDeployChain } from './solanaDeployChains.js';
import {
  openSolanaJournal,
  readSolanaRecords,
  solanaArgumentsIn,
  type SolanaRecord,
} from './solanaJournal.js';
import type { SolanaSettings } from './solanaSettings.js';

/** Chains, arguments and prices of a deployment. */
export interface SolanaInput {
  readonly chains: readonly SolanaDeployChain[];
  readonly settings: SolanaSettings;
  readonly prices: PricesConfiguration;
}

/** Values that a deployment runs with. */
export interface SolanaDeployOptions extends SolanaInput {
  /** Folder of the journal. */
  readonly folder: string;
  /** Account that pays; undefined where only a plan is wanted, and then the recorded one. */
  readonly deployer: string | undefined;
}

/** Options with the key that pays. */
export interface SolanaSendingOptions extends SolanaDeployOptions {
  readonly key: Key;
  readonly failpoint?: ((point: string) => void) | undefined;
  /** Told of the plan before anything is sent. */
  readonly onPlan?: ((plans: readonly SolanaPlan[]) => void) | undefined;
}

/** A plan, and the cluster that it was made of. */
interface OpenPlan {
  readonly plan: SolanaPlan;
  readonly cluster: Cluster;
}

function journalIn(folder: string): string {
  return join(folder, 'solana.jsonl');
}

/** Records of a folder, which need not be there. Changes nothing. */
export function solanaRecordsIn(folder: string): readonly SolanaRecord[] {
  const path = journalIn(folder);
  return existsSync(path) ? readSolanaRecords(readFileSync(path, 'utf8'), path) : [];
}

/** Says what a deployment would do. Sends nothing and writes nothing. */
export async function planSolanaDeployment(
  options: SolanaDeployOptions,
): Promise<readonly SolanaPlan[]> {
  return withPlans(options, solanaRecordsIn(options.folder), (opened) =>
    Promise.resolve(opened.map(({ plan }) => plan)),
  );
}

/**
 * Deploys what is missing, cluster by cluster. Arguments of all are on disk before anything is
 * sent, so that a second run wants the same.
 *
 * @throws PortageError for a plan that is refused; then nothing was sent
 */
export async function deploySolana(options: SolanaSendingOptions): Promise<readonly FilledChain[]> {
  const { folder, key, failpoint, onPlan } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const unlock = await lockDirectory(folder);
  const journal = await openSolanaJournal(journalIn(folder));
  const { signal } = new AbortController();
  try {
    return await withPlans(options, journal.records, async (opened) => {
      const plans = opened.map(({ plan }) => plan);
      onPlan?.(plans);
      refuse(plans);
      for (const { programs, isRecorded } of plans) if (!isRecorded) await journal.add(programs);
      failpoint?.('deploy-planned');
      const filled: FilledChain[] = [];
      for (const { plan, cluster } of opened) {
        const { chain } = plan;
        const parts = { chain, cluster, key, journal, clock: systemClock, signal, failpoint };
        filled.push(describeChain(plan, await carryOutSolana(plan, parts)));
      }
      return filled;
    });
  } finally {
    await journal.close();
    await unlock();
  }
}

/** Plans every cluster, hands the plans over, and closes the clusters. */
async function withPlans<Result>(
  options: SolanaDeployOptions,
  records: readonly SolanaRecord[],
  work: (opened: readonly OpenPlan[]) => Promise<Result>,
): Promise<Result> {
  const { signal } = new AbortController();
  const opened: OpenPlan[] = [];
  try {
    for (const resolved of await resolveAll(options, records)) {
      const { slug, urls, genesisHash } = resolved.chain;
      const cluster = await openCluster({ slug, urls, genesisHash, clock: systemClock, signal });
      try {
        opened.push({ cluster, plan: await planSolana(resolved, cluster) });
      } catch (error) {
        await cluster.close();
        throw error;
      }
    }
    return await work(opened);
  } finally {
    await Promise.all(opened.map(({ cluster }) => cluster.close()));
  }
}

/** Arguments of each cluster, at present prices where none were recorded. */
async function resolveAll(
  { chains, settings, prices: configured, deployer: named }: SolanaDeployOptions,
  records: readonly SolanaRecord[],
): Promise<readonly ResolvedSolana[]> {
  const ids = [...new Set(chains.flatMap(({ assets }) => assets.map(({ id }) => id)))];
  const prices = await readPrices(configured, ids, settings.pricesUsd);
  return chains.map((chain) => {
    const recorded = solanaArgumentsIn(records, chain.id);
    const deployer = named ?? recorded?.deployer;
    if (deployer === undefined)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: 'PORTAGE_SVM_DEPLOYER_KEY is missing.',
        hint: 'Addresses of programs follow from its account. "address:" and the account show a plan.',
      });
    return resolveSolana(chain, { settings, deployer, prices, recorded });
  });
}

function refuse(plans: readonly SolanaPlan[]): void {
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
  { chain, planned, programs }: SolanaPlan,
  found: FoundPrograms,
): FilledChain {
  const { owner, guardian, upgradeAuthority } = programs;
  const depository = found.programs.find((each) => each.planned.name === 'depository');
  return {
    slug: chain.slug,
    programs: Object.fromEntries(planned.map(({ name, address }) => [name, address])),
    governance: { owner, guardian, upgradeAuthority },
    startHeight: Number(depository?.loaded?.slot ?? 0n),
  };
}
