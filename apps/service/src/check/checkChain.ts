import { systemClock } from '@portage/core';
import { clockRows } from './clockRows.js';
import { floatRows, type FloatQuestion } from './floatRows.js';
import { endpointRows } from './endpointRows.js';
import { limitRows } from './limitRows.js';
import { watchChain, type WatchedChain } from './watchChain.js';
import { failedRow, type CheckPlace, type CheckRow } from './checkRow.js';

/**
 * Opens a chain as the start does, and ends it again: endpoints, ids, contracts, tokens. The solver
 * is known by its address alone, so that nothing is approved and nothing is sent.
 *
 * @param limits - of orders, to compare with what the solver has
 * @returns a row that tells whether it opens, one for each of its warnings, and those of its clock,
 *   its inventory and the limits of its depository
 */
export async function checkChain(
  chain: WatchedChain,
  limits: FloatQuestion,
  msMax?: number,
): Promise<readonly CheckRow[]> {
  const slug = String(chain.slug);
  const place: CheckPlace = { check: 'chain', subject: slug };
  try {
    return await watchChain(
      chain,
      async (opened, signal) => {
        const { warnings = [] } = opened;
        return [
          { ...place, result: 'ok' },
          ...clockRows(opened, { subject: slug, now: systemClock.now() }),
          ...(await floatRows(opened, limits, signal)),
          ...(await limitRows(opened, signal)),
          ...(await endpointRows(opened, { subject: slug, signal })),
          ...warnings.map((message): CheckRow => ({ ...place, result: 'warning', message })),
        ];
      },
      msMax,
    );
  } catch (error) {
    return [failedRow(place, error)];
  }
}
