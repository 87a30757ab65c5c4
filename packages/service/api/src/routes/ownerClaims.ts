import type { EndpointBody } from '@portage/core/schemas';

type Terms = Pick<EndpointBody<'appFeeClaim'>, 'chainId' | 'currency' | 'recipient' | 'amount'> & {
  readonly wallet: string;
};

/** Takes what wallets with app fees claim. What it throws becomes the error answer. */
export interface OwnerClaims {
  prepare(terms: Terms): Promise<{
    /** Message that the wallet's owner signs. */
    readonly message: Terms & {
      readonly claimId: string;
      readonly amount: string;
      readonly expiresAt: number;
    };
    /** The 32 bytes that stand for it. */
    readonly digest: string;
  }>;
  execute(signed: {
    readonly claimId: string;
    readonly signature: string;
  }): Promise<'opened' | 'known'>;
}
