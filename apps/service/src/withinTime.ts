import { withinSeconds } from '@portage/database';
import type { Settlement } from '@portage/settlement';
import type { ServiceOptions } from './serviceOptions.js';

/**
 * Seconds that a quote or a submission may take to become durable before its caller is asked to
 * retry.
 */
const saveSecondsUsual = 5;

/** Time that callers are kept waiting for. */
export type SaveTime = Pick<ServiceOptions, 'saveSecondsMax'>;

/** Settlement whose callers are asked to retry where the database does not answer in time. */
export function withinTime(
  settlement: Settlement,
  { saveSecondsMax = saveSecondsUsual }: SaveTime,
): Settlement {
  const { relays, withdrawals, claims } = settlement;
  return {
    ...settlement,
    saveRequest: (request) => withinSeconds(settlement.saveRequest(request), saveSecondsMax),
    relays: {
      ...relays,
      accept: (submission) => withinSeconds(relays.accept(submission), saveSecondsMax),
    },
    withdrawals: {
      ...withdrawals,
      open: (withdrawal) => withinSeconds(withdrawals.open(withdrawal), saveSecondsMax),
    },
    claims: {
      ...claims,
      open: (id, options) => withinSeconds(claims.open(id, options), saveSecondsMax),
    },
  };
}
