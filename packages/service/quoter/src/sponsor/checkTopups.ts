import { PortageError } from '@portage/core';
import type { Settlement } from '@portage/settlement';
import type { QuotePolicy } from '../policy.js';
import type { Route } from '../route/route.js';

/** Refuses a sponsored top-up, or a sponsored account, that is one too many for its recipient. */
export type TopupCheck = (
  account: string,
  route: Pick<Route, 'outputCurrency' | 'accounts'>,
  /** Member of the request that asks for it. */
  path: 'topupGas' | 'sponsoredFeeComponents',
) => Promise<void>;

/**
 * Counts the top-ups and accounts that a sponsor has paid for a recipient within 24 hours. Of
 * several quotes that are asked for before one is paid this lets all through: the solver counts
 * anew when it pays, and gives the deposit back.
 *
 * @throws PortageError `SPONSORED_TOPUPS_EXCEEDED`
 */
export function createTopupCheck(
  sponsors: Pick<Settlement['sponsors'], 'countTopups'> | undefined,
  { sponsoredTopupsPerRecipientMax: most }: QuotePolicy,
): TopupCheck {
  if (sponsors === undefined) return () => Promise.resolve();
  return async (account, { outputCurrency, accounts }, path) => {
    const [count = 0] = await sponsors.countTopups([
      { orderId: '', account, chainId: outputCurrency.chain.id, recipient: accounts.recipient },
    ]);
    if (count < most) return;
    throw new PortageError('SPONSORED_TOPUPS_EXCEEDED', {
      hint: `Ask again without ${path} or without subsidizeFees, or tomorrow.`,
      details: [
        {
          path,
          message: `sponsored ${String(most)} times for this recipient within 24 hours already`,
        },
      ],
    });
  };
}
