import type { SubmissionContext } from './submissionContext.js';
import { submitGasless, type GaslessAcceptance, type GaslessSubmission } from './submitGasless.js';
import { submitPermit, type PermitOutcome, type PermitSubmission } from './submitPermit.js';
import { defaultSubmissionPolicy, type SubmissionPolicy } from '../policy/submissionPolicy.js';

/** Takes what payers signed. */
export interface Submissions {
  /** Takes a signature instead of a deposit. */
  submitPermit(submission: PermitSubmission): Promise<PermitOutcome>;
  /** Takes a call of the payer's own account; undefined where its chain makes none. */
  submitGasless(submission: GaslessSubmission): Promise<GaslessAcceptance | undefined>;
}

/** Everything that taking signatures needs. */
export interface SubmissionsOptions extends Omit<SubmissionContext, 'policy'> {
  /** Members that differ from {@link defaultSubmissionPolicy}. */
  readonly policy?: Partial<SubmissionPolicy> | undefined;
}

/**
 * Makes what takes payers' signatures: judged on the chain, then taken in by settlement, once.
 *
 * @example
 * ```ts
 * const submissions = createSubmissions({ chains, settlement, clock: systemClock });
 * const outcome = await submissions.submitPermit({ requestId, kind: 'permit2', signature });
 * ```
 */
export function createSubmissions(options: SubmissionsOptions): Submissions {
  const context = { ...options, policy: { ...defaultSubmissionPolicy, ...options.policy } };
  return {
    submitPermit: (submission) => submitPermit(context, submission),
    submitGasless: (submission) => submitGasless(context, submission),
  };
}
