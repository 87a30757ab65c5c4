import type { Instruction } from '../transaction/instruction.js';
import { defineLayout } from './layout.js';

const layouts = {
  depository: defineLayout('global:close_request', {}),
  filler: defineLayout('global:close_fill', {}),
} as const;

/**
 * Takes the rent of a marker back, seven days after what it marks could last have been done.
 *
 * @param marker.program - whose marker it is
 * @param marker.payer - who paid the rent, and signs
 * @example
 * ```ts
 * closeMarker({ kind: 'filler', program: filler, marker: fillMarkerAddress({ filler, solver, order }), payer: solver });
 * ```
 */
export function closeMarker(marker: {
  readonly kind: 'depository' | 'filler';
  readonly program: string;
  readonly marker: string;
  readonly payer: string;
}): Instruction {
  return {
    programId: marker.program,
    keys: [
      { pubkey: marker.marker, isSigner: false, isWritable: true },
      { pubkey: marker.payer, isSigner: true, isWritable: true },
    ],
    data: layouts[marker.kind].encode({}),
  };
}
