import { defineLayout, field, type Layout } from './layout.js';

/** Contents of a marker: a payment that was made, and who bears the rent. */
export interface Marker {
  /** Unix seconds by the cluster's clock after which the payment is refused without a marker. */
  readonly expires: bigint;
  /** Account that paid the rent, and gets it back. */
  readonly payer: string;
}

const fields = { expires: field.i64, payer: field.address } as const;
const layouts: Readonly<Record<'depository' | 'filler', Layout<Marker>>> = {
  depository: defineLayout('account:UsedRequest', fields),
  filler: defineLayout('account:Filled', fields),
};

/** Seconds after its expiry from which on a marker may be closed. */
export const markerMarginSeconds = 604_800n;

/**
 * Reads the account of a marker, or undefined where the bytes are none.
 *
 * @example
 * ```ts
 * readMarker('filler', account.data)?.payer;
 * ```
 */
export function readMarker(kind: 'depository' | 'filler', data: Uint8Array): Marker | undefined {
  return layouts[kind].decode(data);
}
