import type { PortageError } from '@portage/core';
import type { SettlementContext } from '../../books/context.js';
import { noEffects } from '../../transactions/effects/settlementEffects.js';
import { writeEffects } from '../../transactions/effects/writeEffects.js';
import { relayJob, type NewRelay } from '../../kit/jobs/relayJob.js';
import { beginRequests } from '../../orders/requests/beginRequests.js';
import { findNonceRival, type CountedPermit } from './findNonceRival.js';
import { keepSignature, type KeptSignature } from './keepSignature.js';
import {
  lockSubmissionUsage,
  type SubmissionUsage,
  type Submitter,
} from './readSubmissionUsage.js';

/** A call without the order and the leg that it is made for. */
export type SubmittedCall = Omit<NewRelay, 'orderId' | 'leg' | 'runAt' | 'endsRequest'>;

/** Nonce that a token counts. Of several requests with one nonce only the first is paid. */
export interface SubmittedNonce extends Pick<CountedPermit, 'currency' | 'nonce'> {
  readonly payer: string;
  readonly chainId: number;
  /** Refusal of a nonce that another request has used. */
  readonly refuse: () => PortageError;
}

/** Gas that a submission asks for, judged with that of all others. */
export interface SubmissionBudget extends Omit<Submitter, 'orderId'> {
  /** Refusal of one more; undefined where it may be made. Pure. */
  readonly refuse: (usage: SubmissionUsage) => PortageError | undefined;
}

/** Signature of a payer, with the call that redeems it. */
export interface Submission {
  readonly orderId: string;
  /** Leg of the call; never `main`. */
  readonly leg: string;
  /** The signature as one of several that the call needs; it is kept until the others are there. */
  readonly signed?: Omit<KeptSignature, 'orderId'> | undefined;
  readonly nonce?: SubmittedNonce | undefined;
  /** Judged in the transaction that adds the call, one submission after another. */
  readonly budget: SubmissionBudget;
  /** The call, given the other kept signatures; undefined while one is missing. Pure. */
  readonly call: (others: readonly string[]) => SubmittedCall | undefined;
}

/** State of a submission: its call is on its way, or it waits for another signature. */
export type Acceptance = 'accepted' | 'incomplete';

/**
 * Takes a payer's signature in, once, in one transaction: the request begins and waits for the
 * deposit that the call makes. A refused nonce or budget leaves nothing, not even the signature.
 *
 * @throws PortageError what `nonce.refuse` and `budget.refuse` make
 */
export async function acceptSubmission(
  settlement: Pick<SettlementContext, 'transaction' | 'ledger' | 'hub' | 'jobs'>,
  { orderId, leg, signed, nonce, budget, call }: Submission,
): Promise<Acceptance> {
  return settlement.transaction(async (tx) => {
    const submitted = call(
      signed === undefined ? [] : await keepSignature(tx, { ...signed, orderId }),
    );
    if (submitted === undefined) return 'incomplete';
    if (nonce !== undefined && (await findNonceRival(tx, { ...nonce, orderId })) !== undefined)
      throw nonce.refuse();
    const refusal = budget.refuse(await lockSubmissionUsage(tx, { ...budget, orderId }));
    if (refusal !== undefined) throw refusal;
    await beginRequests(tx, [orderId]);
    await writeEffects(tx, settlement, {
      ...noEffects,
      requests: [{ orderId, events: ['depositSent'] }],
      jobs: [relayJob({ ...submitted, orderId, leg, endsRequest: true })],
    });
    return 'accepted';
  });
}
