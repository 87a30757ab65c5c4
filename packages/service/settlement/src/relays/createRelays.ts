import type { Queryable } from '@portage/database';
import type { SettlementContext } from '../context.js';
import { acceptSubmission, type Acceptance, type Submission } from './acceptSubmission.js';
import { countFailedCalls, type CountedCall, type FailedCalls } from './countFailedGasless.js';
import { countFailedPermits, type CountedPermits } from './countFailedPermits.js';
import { readOtherSignatures, type SignedPart } from './keepSignature.js';

/** Transactions that the solver sends for a payer or for us. */
export interface Relays {
  /** Takes a payer's signature in, once, in one transaction. */
  accept(submission: Submission): Promise<Acceptance>;
  /** Kept signatures of an order beside one of its parts. */
  otherSignatures(signed: SignedPart): Promise<readonly string[]>;
  /** Requests of the last hour whose permits could not be redeemed. */
  countFailedPermits(permits: CountedPermits): Promise<number>;
  /** Requests of the last hour whose gasless deposits failed or brought nothing in. */
  countFailedGasless(call: CountedCall): Promise<FailedCalls>;
}

/** Makes the verbs of relays. */
export function createRelays(
  database: Queryable,
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
): Relays {
  return {
    accept: (submission) => acceptSubmission(settlement, submission),
    otherSignatures: (signed) => readOtherSignatures(database, signed),
    countFailedPermits: (permits) => countFailedPermits(database, permits),
    countFailedGasless: (call) => countFailedCalls(database, call),
  };
}
