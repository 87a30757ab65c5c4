import type { NewJob } from './createJobs.js';
import { depositKey, type DepositId } from '../depositId.js';

/** Kind of the jobs that quote what came through open addresses. */
export const requoteKind = 'requote';

/** What the job of a deposit that is quoted when it arrived says, as JSON. */
export interface RequotePayload extends DepositId {
  /** The order of the address. */
  readonly orderId: string;
  /** Key of the deposit: a reorg that takes it back finds the job by it. */
  readonly deposit: string;
}

/**
 * The job that quotes a deposit which came through an open address; asked for twice, it is done
 * once.
 */
export function requoteJob(orderId: string, deposit: DepositId): NewJob {
  const key = depositKey(deposit);
  const payload: RequotePayload = { ...deposit, orderId, deposit: key };
  return { kind: requoteKind, key, payload };
}
