import type { EndpointBody } from '@portage/core/schemas';

/** A payer's signature instead of a deposit. */
export interface PermitSubmission {
  readonly requestId: string;
  readonly kind: string;
  readonly signature: string;
}

/** Call of a payer's own account, with the key that its quote was asked for with. */
export interface GaslessSubmission extends Pick<
  EndpointBody<'execute'>,
  'executionOptions' | 'originGasOverhead'
> {
  readonly requestId: string | undefined;
  readonly apiKeyId: string;
  readonly data: EndpointBody<'execute'>['data'];
}

/** Takes what payers signed. What it throws becomes the error answer. */
export interface Submissions {
  /** Answers whether the deposit is on its way, waits for another signature, or was known. */
  submitPermit(submission: PermitSubmission): Promise<'accepted' | 'incomplete' | 'known'>;
  /** Answers the request that the call pays for; undefined where its chain makes no such calls. */
  submitGasless(submission: GaslessSubmission): Promise<{ readonly requestId: string } | undefined>;
}
