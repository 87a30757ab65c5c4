import { describeError, isPortageError } from '@portage/core';
import type { EndpointProfile } from '@portage/core/plugin';

/** One thing that the start checks, and what came of it. */
export interface CheckRow {
  /** Subject of the check, as in `settings` or `database`. */
  readonly check: string;
  /** Slug of the chain, or place in the configuration, that was checked. */
  readonly subject?: string | undefined;
  /** A warning lets the service start. */
  readonly result: 'ok' | 'warning' | 'failed';
  readonly message?: string | undefined;
  readonly hint?: string | undefined;
  /** Properties of an endpoint, where the row is about one. */
  readonly profile?: EndpointProfile | undefined;
}

/** Name and subject of a check. */
export type CheckPlace = Pick<CheckRow, 'check' | 'subject'>;

/** Row of a fault. */
export function failedRow(place: CheckPlace, error: unknown): CheckRow {
  const hint = isPortageError(error) ? error.hint : undefined;
  return { ...place, result: 'failed', message: describeError(error), hint };
}

/** Runs a check; a fault becomes its row. */
export async function checkOne(
  place: CheckPlace,
  work: () => Promise<string | undefined> | string | undefined,
): Promise<CheckRow> {
  try {
    return { ...place, result: 'ok', message: await work() };
  } catch (error) {
    return failedRow(place, error);
  }
}
