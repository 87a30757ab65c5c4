import type { FillIntent } from '@portage/core/chain';

/** The leg of a claim's settlement; its order id is the claim's own. */
export const claimLeg = 'claim';

/** Settlement of a claim, as JSON: amounts are strings. */
export interface StoredClaimIntent {
  readonly type: 'claim';
  readonly currency: string;
  readonly amount: string;
  readonly recipient: string;
  /** The payment opens the account that its recipient lacks. */
  readonly opensAccount?: true;
  /** Account that earned what is paid. */
  readonly wallet: string;
  /** A claim is wanted whenever it comes. */
  readonly deadline?: undefined;
}

/** The payment of a claim. A chain pays one id once, whoever asks for it again. */
export function toClaimIntent(
  orderId: string,
  { currency, amount, recipient, opensAccount }: StoredClaimIntent,
): FillIntent {
  return {
    type: 'fill',
    orderId,
    currency,
    recipient,
    amount: BigInt(amount),
    calls: [],
    ...(opensAccount === undefined ? {} : { opensAccount }),
  };
}
