import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import {
  associatedTokenAddress,
  programs,
  wrappedSol,
  type DepositoryAddresses,
} from '@portage/solana/program';

/** Accounts of a service that callers must not reach. */
export interface ServiceAccounts {
  readonly programs: { readonly depository: string; readonly filler: string };
  readonly addresses: DepositoryAddresses;
  readonly solver: string;
  readonly allocator: string;
  /** Signs instructions of venues in the solver's place; undefined where there is none. */
  readonly swapKey?: string | undefined;
  /** Mints of the listed tokens. */
  readonly mints: readonly string[];
  readonly tokenProgramOf: TokenProgramOf;
}

/** Accounts that hold the solver's money: its own, and those of the listed tokens. Pure. */
export function solverAccounts({
  solver,
  mints,
}: Pick<ServiceAccounts, 'solver' | 'mints'>): readonly string[] {
  return [solver, ...tokenAccounts(solver, mints)];
}

/** Accounts that no instruction of a caller may name, in whatever role. Pure. */
export function guardedAccounts(service: ServiceAccounts): ReadonlySet<string> {
  const { addresses, allocator, mints, swapKey } = service;
  return new Set([
    service.programs.depository,
    service.programs.filler,
    addresses.config,
    addresses.vault,
    allocator,
    ...solverAccounts(service),
    ...tokenAccounts(addresses.vault, mints),
    ...(swapKey === undefined ? [] : solverAccounts({ solver: swapKey, mints })),
  ]);
}

function tokenAccounts(owner: string, mints: readonly string[]): readonly string[] {
  return [...new Set([wrappedSol, ...mints])].flatMap((mint) =>
    [programs.token, programs.token2022].map((tokenProgram) =>
      associatedTokenAddress({ owner, mint, tokenProgram }),
    ),
  );
}
