import { depositKey, type DepositId } from '../depositId.js';
import type { NewJob } from './createJobs.js';

/** Kind of the jobs that quote what came through open addresses. */
export const requoteKind = 'requote';

/**
 * The job that quotes a deposit which came through an open address; asked for twice, it is done
 * once.
 *
 * @param orderId - the order of the address
 */
export function requoteJob(orderId: string, deposit: DepositId): NewJob {
  return { kind: requoteKind, orderId, leg: depositKey(deposit), deposit };
}
