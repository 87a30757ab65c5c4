import type { DemonstrationContext } from './demonstration.js';

/** Earnings of an app in one currency, and the account that would get them. */
export interface AskedClaim {
  readonly wallet: string;
  readonly chainId: number;
  readonly currency: string;
  readonly recipient: string;
}

/** Whether an app may claim now: the payout that earned its fees must be final on its chain. */
export async function isClaimable(
  { serviceUrl }: DemonstrationContext,
  { wallet, ...body }: AskedClaim,
): Promise<boolean> {
  const answer = await fetch(`${serviceUrl}/app-fees/${wallet}/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return answer.ok;
}
