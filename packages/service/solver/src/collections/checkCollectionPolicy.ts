import { PortageError } from '@portage/core';
import type { SpendingChain } from '../context.js';
import type { SolverPolicy } from '../policy/solverPolicy.js';

/** Part of a reclaim's delay within which earnings must be collected. */
const delayPart = 3;

/**
 * Refuses a policy under which a depositor's reclaim could come before the earnings are collected,
 * also where no worker runs for a while.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function checkCollectionPolicy(
  { slug, vault }: SpendingChain,
  { collections: { ageMsMax } }: Pick<SolverPolicy, 'collections'>,
): void {
  if (vault?.reclaimDelay === undefined) return;
  if (ageMsMax * delayPart <= vault.reclaimDelay * 1_000) return;
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `Earnings on ${slug} are collected after ${String(ageMsMax / 1_000)} seconds at the latest, and depositors may reclaim after ${String(vault.reclaimDelay)}.`,
    hint: `Set policy.collections.ageMsMax to a third of the depository's delay or less.`,
  });
}
