import { assert, PortageError } from '@portage/core';
import type { RelayIntent } from '@portage/core/chain';
import type { DepositoryAddresses } from '@portage/solana/program';
import type { TokenProgramOf } from '../rpc/tokenPrograms.js';
import type { Instruction } from '@portage/solana/transaction';
import { decodeSweep } from '../addresses/sweepCall.js';
import { sweepInstructions } from '../addresses/sweepInstructions.js';
import type { AddressRoot } from './createAddressRoot.js';
import type { Key } from './createKey.js';

/** Options of {@link createSweeps}. */
export interface SweepsOptions {
  /** Root of deposit addresses; undefined where the chain offers none. */
  readonly root: AddressRoot | undefined;
  readonly depository: string;
  readonly addresses: DepositoryAddresses;
  readonly solver: string;
  readonly tokenProgramOf: TokenProgramOf;
}

/** A sweep that is to be signed. */
export interface Sweep {
  /** Key of the address, which signs beside the solver. */
  readonly key: Key;
  readonly instructions: readonly Instruction[];
}

/** Makes the sweep that a call stands for. */
export type Sweeps = (intent: RelayIntent) => Sweep;

/**
 * Makes sweeps of deposit addresses out of their calls. The key comes from the owner that the call
 * names, so whatever a stored call says, only the owner's address is emptied, and only into the
 * depository.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a call on a chain without deposit addresses
 */
export function createSweeps({
  root,
  depository,
  addresses,
  solver,
  tokenProgramOf,
}: SweepsOptions): Sweeps {
  return ({ to, value, data }) => {
    if (root === undefined)
      throw new PortageError('UNSUPPORTED_FEATURE', {
        message: 'On Solana the solver makes no calls but sweeps of deposit addresses.',
      });
    const terms = decodeSweep(data);
    const key = root.child(terms.owner);
    assert(key.address === to && value === 0n, 'a sweep is of the address of its owner');
    const place = { depository, addresses, address: to, solver, tokenProgramOf };
    return { key, instructions: sweepInstructions(terms, place) };
  };
}
