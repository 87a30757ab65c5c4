import { assert } from '@portage/core';
import type { RelayIntent } from '@portage/core/chain';
import type { Instruction } from '@portage/solana/transaction';
import type { Key } from './createKey.js';
import { closingInstructions, type MarkerPlace } from './createMarkers.js';
import type { Sweeps } from './createSweeps.js';

/** A call that is to be signed. */
export interface Call {
  /** Keys that sign beside the solver's. */
  readonly keys: readonly Key[];
  readonly instructions: readonly Instruction[];
}

/** Makes the instructions that a call stands for. */
export type Calls = (intent: RelayIntent) => Call;

/**
 * Makes the calls of the solver: one to the depository closes markers, every other one sweeps the
 * deposit address that it names.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` for a sweep on a chain without deposit addresses
 */
export function createCalls(sweeps: Sweeps, place: MarkerPlace): Calls {
  return (intent) => {
    if (intent.to !== place.depository) {
      const { key, instructions } = sweeps(intent);
      return { keys: [key], instructions };
    }
    assert(intent.value === 0n, 'closing markers pays nobody');
    return { keys: [], instructions: closingInstructions(intent.data, place) };
  };
}
