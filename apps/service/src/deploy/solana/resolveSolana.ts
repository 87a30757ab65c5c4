import { Money, PortageError } from '@portage/core';
import type { SolanaArguments } from './solanaJournal.js';
import type { SolanaDeployAsset, SolanaDeployChain } from './solanaDeployChains.js';
import type { SolanaSettings } from './solanaSettings.js';

/**
 * Outflow limit that the operator wants for an asset; a depository begins with the least of them
 * for all assets.
 */
export interface SolanaAssetLimit {
  readonly asset: SolanaDeployAsset;
  /** Micro-USD that the operator wants to let out. */
  readonly usd: bigint;
  /** USD per whole unit, times 1e12. */
  readonly usdE12: bigint;
  /** The same in the smallest unit, rounded down. */
  readonly capacity: bigint;
}

/** Arguments of a cluster's programs, and how they came about. */
export interface ResolvedSolana {
  readonly chain: SolanaDeployChain;
  readonly programs: SolanaArguments;
  readonly wanted: readonly SolanaAssetLimit[];
  readonly isRecorded: boolean;
}

/** Values that arguments are made of. */
export interface ResolveSolanaOptions {
  readonly settings: SolanaSettings;
  readonly deployer: string;
  /** USD per whole unit, times 1e12, by asset id. */
  readonly prices: ReadonlyMap<string, bigint>;
  readonly recorded: SolanaArguments | undefined;
}

/**
 * Arguments of a cluster. What was recorded stays, whatever prices do. A depository begins with one
 * limit in smallest units for all currencies: the least that any of them wants, so that none lets
 * out more than was written. Pure.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where settings differ from what was recorded
 */
export function resolveSolana(
  chain: SolanaDeployChain,
  { settings, deployer, prices, recorded }: ResolveSolanaOptions,
): ResolvedSolana {
  const wanted = chain.assets.flatMap((asset): readonly SolanaAssetLimit[] => {
    const usdE12 = prices.get(asset.id);
    if (usdE12 === undefined) return [];
    const usd = settings.limitsUsd[asset.id] ?? settings.limitUsd;
    return [{ asset, usd, usdE12, capacity: Money.fromUsdDown(usd, asset.decimals, { usdE12 }) }];
  });
  const { owner, guardian, allocator, upgradeAuthority, salt, windowSeconds } = settings;
  const fresh: SolanaArguments = {
    kind: 'arguments',
    chainId: chain.id,
    deployer,
    salt,
    owner,
    guardian,
    allocator,
    upgradeAuthority,
    capacity: leastOf(wanted.map(({ capacity }) => capacity)),
    window: BigInt(windowSeconds),
  };
  if (recorded === undefined) return { chain, programs: fresh, wanted, isRecorded: false };
  refuseChanged(chain.slug, recorded, fresh);
  return { chain, programs: recorded, wanted, isRecorded: true };
}

function leastOf(amounts: readonly bigint[]): bigint {
  return amounts.reduce((least, each) => (each < least ? each : least), amounts[0] ?? 0n);
}

function refuseChanged(slug: string, recorded: SolanaArguments, now: SolanaArguments): void {
  const names = ['deployer', 'salt', 'owner', 'guardian', 'allocator', 'upgradeAuthority'] as const;
  const changed = [...names, 'window' as const].find((name) => recorded[name] !== now[name]);
  if (changed === undefined) return;
  const text = (value: string | bigint | null): string =>
    value === null ? 'nobody' : String(value);
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${changed}: is ${text(now[changed])}, but the programs of ${slug} were begun with ${text(recorded[changed])}.`,
    hint: 'Write the old value, or deploy a second set in another --data folder.',
  });
}
