import { openCluster, readLoaded, type AccountState, type Cluster } from '@portage/solana-chain';
import {
  depositoryAddresses,
  depositoryDomain,
  outflowLimitAddress,
  programs as known,
  readDepositoryConfig,
  readOutflowLimit,
  type DepositoryConfig,
} from '@portage/solana/program';
import { PortageError, systemClock } from '@portage/core';
import { checkOne, failedRow, type CheckRow } from '../../check/checkRow.js';
import {
  compareProgram,
  placeOf,
  planPrograms,
  programNames,
  type ProgramName,
} from './programSet.js';
import type { SolanaDeployChain } from './solanaDeployChains.js';
import type { SolanaArguments } from './solanaJournal.js';
import type { SolanaSettings } from './solanaSettings.js';

/** A cluster to verify, and what it should have. */
export interface SolanaVerification {
  readonly chain: SolanaDeployChain;
  readonly settings: SolanaSettings;
  /** Arguments that were recorded, where the deployment ran in this folder. */
  readonly recorded: SolanaArguments | undefined;
}

type Addresses = Readonly<Record<ProgramName, string>>;

/**
 * Compares the programs of a cluster with this version and with the arguments: bytes at every
 * endpoint, who may replace them, who has power over the depository, limits. Sends nothing.
 */
export async function verifySolana(verification: SolanaVerification): Promise<readonly CheckRow[]> {
  const { chain } = verification;
  const subject = chain.slug;
  const { signal } = new AbortController();
  let cluster: Cluster | undefined;
  try {
    const addresses = addressesOf(verification);
    const { slug, urls, genesisHash } = chain;
    cluster = await openCluster({ slug, urls, genesisHash, clock: systemClock, signal });
    const opened = cluster;
    const codes = await Promise.all(
      programNames.map((name) => programRows(name, addresses[name], opened, verification)),
    );
    const depository = await depositoryRows(addresses.depository, cluster, verification);
    return [...codes.flat(), ...configuredRows(chain, addresses), ...depository];
  } catch (error) {
    return [failedRow({ check: 'endpoints', subject }, error)];
  } finally {
    await cluster?.close();
  }
}

function addressesOf({ chain, recorded }: SolanaVerification): Addresses {
  const planned = recorded === undefined ? [] : planPrograms(recorded);
  const addressOf = (name: ProgramName): string => {
    const address = planned.find((each) => each.name === name)?.address ?? chain.programs[name];
    if (address !== undefined) return address;
    throw new PortageError('INVALID_CONFIGURATION', {
      message: `${chain.slug} has no ${name}: it is neither deployed from this folder nor configured.`,
      hint: 'Name the --data folder of the deployment, or write programs into the configuration.',
    });
  };
  return { depository: addressOf('depository'), filler: addressOf('filler') };
}

async function programRows(
  name: ProgramName,
  address: string,
  cluster: Cluster,
  { chain, settings }: SolanaVerification,
): Promise<readonly CheckRow[]> {
  const subject = chain.slug;
  const { bytes, dataAddress } = placeOf(name, address);
  const all = await cluster.accountsOfAll([address, dataAddress]);
  const loaded = all.map(([program, data]) => readLoaded(address, program, data));
  return Promise.all([
    checkOne({ check: `code ${name}`, subject }, () => {
      for (const each of loaded) {
        if (each === undefined) throw new Error(`${address} is no program`);
        const difference = compareProgram(each.bytes, bytes);
        if (difference !== undefined) throw new Error(`${address}: ${difference}`);
      }
      return address;
    }),
    checkOne({ check: `upgradeAuthority ${name}`, subject }, () => {
      const text = (authority: string | null | undefined): string => authority ?? 'nobody';
      const wanted = settings.upgradeAuthority;
      for (const each of loaded)
        if (each !== undefined && each.authority !== wanted)
          throw new Error(`is ${text(each.authority)}, and should be ${text(wanted)}`);
      return text(wanted);
    }),
  ]);
}

function configuredRows(
  { slug, programs }: SolanaDeployChain,
  addresses: Addresses,
): readonly CheckRow[] {
  return programNames.map((name): CheckRow => {
    const place = { check: `programs.${name}`, subject: slug };
    const [written, wanted] = [programs[name], addresses[name]];
    if (written === undefined)
      return { ...place, result: 'warning', message: `not configured; it is ${wanted}` };
    if (written === wanted) return { ...place, result: 'ok' };
    return { ...place, result: 'failed', message: `is ${written}, and should be ${wanted}` };
  });
}

async function depositoryRows(
  depository: string,
  cluster: Cluster,
  verification: SolanaVerification,
): Promise<readonly CheckRow[]> {
  const { chain, settings } = verification;
  const subject = chain.slug;
  const limitOf = (token: string): string => outflowLimitAddress({ depository, token });
  const [account, ...limits] = await cluster.accounts([
    depositoryAddresses(depository).config,
    ...chain.assets.map(({ address }) => limitOf(address)),
  ]);
  const config = account?.owner === depository ? readDepositoryConfig(account.data) : undefined;
  if (config === undefined)
    return [{ check: 'depository', subject, result: 'failed', message: 'it is not initialised' }];
  const same = (check: string, found: string, wanted: string): Promise<CheckRow> =>
    checkOne({ check, subject }, () => {
      if (found === wanted) return found;
      throw new Error(`is ${found}, and should be ${wanted}`);
    });
  const domain = depositoryDomain({ depository, chainId: chain.id });
  return Promise.all([
    same('owner', config.owner, settings.owner),
    same('pendingOwner', config.pendingOwner, known.system),
    same('guardian', config.guardian, settings.guardian),
    same('allocator', config.allocator, settings.allocator),
    same('pendingAllocator', config.pendingAllocator, known.system),
    same('chainId', String(config.chainId), String(chain.id)),
    same('domain', config.domain, domain),
    checkOne({ check: 'deposits', subject }, () => {
      if (config.depositsPaused !== 0n) throw new Error('the guardian has paused deposits');
      return undefined;
    }),
    ...chain.assets.map((_, index) => limitRow(index, { config, limits }, verification)),
  ]);
}

interface Limits {
  readonly config: DepositoryConfig;
  readonly limits: readonly (AccountState | undefined)[];
}

/** Limit of an asset against that of the deployment; one that is not opened has the default. */
async function limitRow(
  index: number,
  { config, limits }: Limits,
  { chain, recorded }: SolanaVerification,
): Promise<CheckRow> {
  const place = { check: `limit ${chain.assets[index]?.id ?? ''}`, subject: chain.slug };
  const account = limits[index];
  const own = account === undefined ? undefined : readOutflowLimit(account.data);
  const capacity = own?.capacity ?? config.defaultCapacity;
  const window = own?.window ?? config.defaultWindow;
  const text = `${String(capacity)} in ${String(window)} seconds`;
  const row = await checkOne(place, () => {
    if (capacity === 0n) throw new Error('nothing may leave: the owner sets a limit');
    if (recorded !== undefined && (capacity !== recorded.capacity || window !== recorded.window))
      throw new Error(`is ${text}, and the deployment had ${String(recorded.capacity)}`);
    return text;
  });
  // The owner and the guardian change limits of single currencies.
  const isMild = row.result === 'failed' && own !== undefined && capacity !== 0n;
  return isMild ? { ...row, result: 'warning' } : row;
}
