import type { PortageError } from '@portage/core';
import type { Transport } from '@portage/core/executor';

/** Longest time that a signature of an owner may be good for, in seconds. */
const lifeSecondsMax = 86_400;

/**
 * The end of what an owner signs, which has to be within a day: a signature that is lost is not
 * worth anything for years.
 *
 * @param altered - makes the error for an answer with another end
 * @param transport - tells the service's time
 */
export function checkEnd(
  expiresAt: unknown,
  altered: (what: string) => PortageError,
  { now = Date.now }: Pick<Transport, 'now'>,
): number {
  if (typeof expiresAt !== 'number' || !Number.isSafeInteger(expiresAt))
    throw altered('no time at which it ends');
  if (expiresAt > Math.floor(now() / 1000) + lifeSecondsMax)
    throw altered(`an end more than a day ahead, ${String(expiresAt)} in Unix seconds`);
  return expiresAt;
}
