import { outcomeOf, type RequestEntry } from '@portage/sdk';

/** Swaps that go on before those that have ended; of both the newest first. */
export function runningFirst(one: RequestEntry, other: RequestEntry): number {
  const isOver = ({ status }: RequestEntry): number =>
    status === 'expired' || outcomeOf(status) !== undefined ? 1 : 0;
  return isOver(one) - isOver(other) || other.createdAt.localeCompare(one.createdAt);
}
