import type { Instruction } from '../transaction/instruction.js';
import { defineLayout } from './layout.js';

const layouts = {
  depository: defineLayout('global:close_request', {}),
  filler: defineLayout('global:close_fill', {}),
} as const;

/** Marker of a payment that was made once, and the account that paid its rent. */
export interface PaidMarker {
  readonly kind: 'depository' | 'filler';
  /** Program that owns the marker. */
  readonly program: string;
  readonly marker: string;
  /** Account that paid the rent, gets it back, and signs. */
  readonly payer: string;
}

/**
 * Takes the rent of a marker back, seven days after the last moment of what it marks.
 *
 * @example
 * ```ts
 * closeMarker({
 *   kind: 'filler',
 *   program: filler,
 *   marker: fillMarkerAddress({ filler, solver, order }),
 *   payer: solver,
 * });
 * ```
 */
export function closeMarker(marker: PaidMarker): Instruction {
  return {
    programId: marker.program,
    keys: [
      { pubkey: marker.marker, isSigner: false, isWritable: true },
      { pubkey: marker.payer, isSigner: true, isWritable: true },
    ],
    data: layouts[marker.kind].encode({}),
  };
}
