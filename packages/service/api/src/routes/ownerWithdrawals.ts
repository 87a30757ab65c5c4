import type { EndpointBody } from '@portage/core/schemas';

type Terms = Pick<
  EndpointBody<'withdrawalRequest'>,
  'chainId' | 'currency' | 'amount' | 'ownerChainId' | 'owner' | 'recipient'
>;

/** Takes what owners ask for and what they signed. What it throws becomes the error answer. */
export interface OwnerWithdrawals {
  prepare(
    terms: Terms,
  ): Promise<{
    readonly nonce: string;
    readonly amount: string;
    readonly additionalData: { readonly fee: string; readonly expiresAt: number };
  }>;
  /** Answers the id of the job. */
  execute(
    signed: Terms & {
      readonly nonce: string;
      readonly signature: string;
      readonly additionalData: Readonly<Record<string, unknown>> | undefined;
    },
  ): Promise<string>;
}
