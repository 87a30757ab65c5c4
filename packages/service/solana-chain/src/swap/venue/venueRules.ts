import { guardedAccounts, type ServiceAccounts } from '../../calls/guardedAccounts.js';
import type { ParsedSwapSource } from '../../chainConfig.js';
import type { VenueRules } from './judgeInstruction.js';

/** Settings, keys and accounts of a chain that {@link venueRules} reads. */
export interface VenueRulesOptions extends Pick<
  ServiceAccounts,
  'addresses' | 'mints' | 'tokenProgramOf'
> {
  readonly config: {
    readonly programs: ServiceAccounts['programs'];
    readonly swapSources: readonly ParsedSwapSource[];
  };
  readonly solver: { readonly address: string } | undefined;
  readonly allocator: { readonly address: string } | undefined;
  readonly swapKey: { readonly address: string } | undefined;
}

/** Bounds of what venues may write; undefined where none are asked, or nothing is paid. Pure. */
export function venueRules({
  config,
  addresses,
  mints,
  tokenProgramOf,
  solver,
  allocator,
  swapKey,
}: VenueRulesOptions): VenueRules | undefined {
  if (swapKey === undefined || solver === undefined || allocator === undefined) return undefined;
  const { address: key } = swapKey;
  return {
    programs: new Set(
      config.swapSources.flatMap((source) => (source.kind === 'jupiter' ? source.programs : [])),
    ),
    key,
    guarded: guardedAccounts({
      programs: config.programs,
      addresses,
      mints,
      tokenProgramOf,
      solver: solver.address,
      allocator: allocator.address,
      swapKey: key,
    }),
  };
}
