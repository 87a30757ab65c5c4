import type { Settlement } from '@portage/settlement';

type Collections = Settlement['collections'];

/** Earnings of one currency that lie in a chain's depository. */
export type DueEarnings = Awaited<ReturnType<Collections['due']>>[number];

/** Money that one settlement has left in the depository. */
export type TakenEarning = Awaited<ReturnType<Collections['take']>>[number];

/** A collection whose transactions did not land, and whose signature may still be carried out. */
export type FailedCollection = Awaited<ReturnType<Collections['failed']>>[number];
