import { setMaxListeners } from 'node:events';
import { PortageError, systemClock } from '@portage/core';
import type { FamilyKeys } from '@portage/core/plugin';
import type { PreparedChain } from '../prepareChains.js';
import { clockRows } from './clockRows.js';
import { floatRows, type FloatQuestion } from './floatRows.js';
import { endpointRows } from './endpointRows.js';
import { failedRow, type CheckPlace, type CheckRow } from './checkRow.js';

/** Milliseconds that a chain has to open, as at the start. */
const openMsMax = 30_000;

/**
 * Opens a chain as the start does, and ends it again: endpoints, ids, contracts, tokens. The solver
 * is known by its address alone, so that nothing is approved and nothing is sent.
 *
 * @param limits - of orders, to compare with what the solver has
 * @returns a row that tells whether it opens, one for each of its warnings, and those of its clock
 *   and its inventory
 */
export async function checkChain(
  { opener, keys, slug }: Pick<PreparedChain, 'opener' | 'keys' | 'slug'>,
  limits: FloatQuestion,
  msMax: number = openMsMax,
): Promise<readonly CheckRow[]> {
  const place: CheckPlace = { check: 'chain', subject: String(slug) };
  const end = new AbortController();
  setMaxListeners(0, end.signal);
  try {
    const watching = await withoutSolver(keys, opener);
    const opening = opener.open({
      signal: end.signal,
      clock: systemClock,
      keys: watching,
      swapSources: [],
      log: () => undefined,
    });
    const opened = await Promise.race([opening, tooLate(msMax, end.signal)]);
    const { warnings = [] } = opened;
    return [
      { ...place, result: 'ok' },
      ...clockRows(opened, { subject: place.subject, now: systemClock.now() }),
      ...(await floatRows(opened, limits, end.signal)),
      ...(await endpointRows(opened, { subject: String(slug), signal: end.signal })),
      ...warnings.map((message): CheckRow => ({ ...place, result: 'warning', message })),
    ];
  } catch (error) {
    return [failedRow(place, error)];
  } finally {
    end.abort();
  }
}

/** Keys with the solver's address in the place of its key. */
async function withoutSolver(
  keys: FamilyKeys,
  opener: PreparedChain['opener'],
): Promise<FamilyKeys> {
  const { info } = await opener.describe(keys);
  const [address] = info.solverAddresses;
  if (keys['solver'] === undefined || address === undefined) return keys;
  return { ...keys, solver: `address:${address}` };
}

async function tooLate(msMax: number, signal: AbortSignal): Promise<never> {
  await systemClock.sleep(msMax, signal);
  throw new PortageError('SERVICE_UNAVAILABLE', {
    message: `The chain did not open within ${String(msMax / 1_000)} seconds.`,
    hint: 'The start would go on without it, and open it later.',
  });
}
