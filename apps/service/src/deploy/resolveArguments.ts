import { PortageError } from '@portage/core';
import { isAddressEqual } from 'viem';
import type { DepositoryArguments, TokenLimit } from './contractSet.js';
import type { DeployChain } from './deployChains.js';
import { argumentsIn, type DeployRecord } from './deployJournal.js';
import type { DeploymentSettings } from './deploymentSettings.js';
import {
  assetLimits,
  constructorLimits,
  contradicts,
  missingLimits,
  type AssetLimit,
} from './limits.js';

/** Arguments of a chain, and how they came about. */
export interface ResolvedChain {
  readonly chain: DeployChain;
  readonly depository: DepositoryArguments;
  /** Limits of its own assets, as prices give them now. */
  readonly wanted: readonly AssetLimit[];
  /** Limits that its owner has to set, for the arguments lack them. */
  readonly missing: readonly TokenLimit[];
  /** Whether the arguments were recorded before. */
  readonly isRecorded: boolean;
}

/** Values that arguments are made of. */
export interface ResolveOptions {
  readonly settings: DeploymentSettings;
  /** USD per whole unit, times 1e12, by asset id. */
  readonly prices: ReadonlyMap<string, bigint>;
  readonly records: readonly DeployRecord[];
}

/**
 * Arguments of each chain. What was recorded stays, whatever prices do; a chain that is new takes
 * the recorded arguments of another one, so that its addresses are equal, unless an address means
 * another asset there. Pure.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where settings differ from what was recorded
 */
export function resolveArguments(
  chains: readonly DeployChain[],
  { settings, prices, records }: ResolveOptions,
): readonly ResolvedChain[] {
  const window = settings.windowSeconds;
  const own = chains.map((chain) => {
    const wanted = assetLimits(chain, settings, prices);
    const limits = wanted.map(({ asset, capacity }): TokenLimit => ({
      token: asset.address,
      asset: asset.id,
      limit: { capacity, window },
    }));
    return { chain, wanted, limits };
  });
  const all = own.map(({ chain, limits }) => ({ chain: chain.slug, limits }));
  const adopted = records.filter(
    (record) => record.kind === 'arguments' && record.salt === settings.salt,
  );
  return own.map(({ chain, wanted, limits }): ResolvedChain => {
    const recorded = argumentsIn(records, chain.id);
    if (recorded !== undefined) {
      refuseChanged(chain, { recorded: recorded.depository, settings, salt: recorded.salt });
      const missing = missingLimits(limits, recorded.depository);
      return { chain, depository: recorded.depository, wanted, missing, isRecorded: true };
    }
    const fresh: DepositoryArguments = {
      owner: settings.owner,
      allocator: settings.allocator,
      guardian: settings.guardian,
      reclaimDelay: BigInt(settings.reclaimDelaySeconds),
      defaultLimit: { capacity: 0n, window },
      limits: constructorLimits(limits, all),
    };
    for (const record of adopted)
      if (record.kind === 'arguments' && isSame(record.depository, fresh))
        if (!contradicts(limits, record.depository)) {
          const missing = missingLimits(limits, record.depository);
          return { chain, depository: record.depository, wanted, missing, isRecorded: false };
        }
    return { chain, depository: fresh, wanted, missing: [], isRecorded: false };
  });
}

/** Whether arguments are the same but for limits of tokens. */
function isSame(one: DepositoryArguments, other: DepositoryArguments): boolean {
  return (
    isAddressEqual(one.owner, other.owner) &&
    isAddressEqual(one.allocator, other.allocator) &&
    isAddressEqual(one.guardian, other.guardian) &&
    one.reclaimDelay === other.reclaimDelay &&
    one.defaultLimit.capacity === other.defaultLimit.capacity &&
    one.defaultLimit.window === other.defaultLimit.window
  );
}

function refuseChanged(
  { slug }: DeployChain,
  given: {
    readonly recorded: DepositoryArguments;
    readonly settings: DeploymentSettings;
    readonly salt: string;
  },
): void {
  const { recorded, settings, salt } = given;
  const pairs: readonly (readonly [name: string, before: string, now: string])[] = [
    ['owner', recorded.owner, settings.owner],
    ['allocator', recorded.allocator, settings.allocator],
    ['guardian', recorded.guardian, settings.guardian],
    ['reclaimDelaySeconds', String(recorded.reclaimDelay), String(settings.reclaimDelaySeconds)],
    ['windowSeconds', String(recorded.defaultLimit.window), String(settings.windowSeconds)],
    ['salt', salt, settings.salt],
  ];
  const changed = pairs.find(([, before, now]) => before.toLowerCase() !== now.toLowerCase());
  if (changed === undefined) return;
  const [name, before, now] = changed;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${name}: is ${now}, but the contracts of ${slug} were begun with ${before}.`,
    hint: 'Contracts never change. Write the old value, or deploy a second set in another --data folder.',
  });
}
