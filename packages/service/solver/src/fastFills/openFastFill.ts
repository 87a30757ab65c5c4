import type { Settlement } from '@portage/settlement';

/** A fast fill that may still change, with what is known of its order. */
export type OpenFastFill = Awaited<ReturnType<Settlement['fastFills']['open']>>[number];
