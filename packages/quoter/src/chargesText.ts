import type { AppFeeShare } from '@portage/fees';
import type { OrderCharges } from '@portage/store';
import type { SponsorCharge } from './sponsor.js';

/** JSON text of what a fill books beside the payment; undefined where it books nothing. */
export function chargesText(appFees: readonly AppFeeShare[], sponsor: SponsorCharge | undefined): string | undefined {
  if (appFees.length === 0 && sponsor === undefined) return undefined;
  const charges: OrderCharges = {
    appFees: appFees.map(({ recipient, amount }) => ({ account: recipient, amount: amount.toString() })),
    ...(sponsor === undefined ? {} : { sponsor: { account: sponsor.account, microUsd: sponsor.microUsd.toString() } }),
  };
  return JSON.stringify(charges);
}
