import type { Settlement } from '@portage/settlement';

type Relays = Settlement['relays'];

/** A call that is signed. */
export type MadeRelay = Parameters<Relays['reserve']>[2][number];

/** A call that is not made, or not yet. */
export type RefusedRelay = Parameters<Relays['refuse']>[1][number];
