import { PortageError } from '@portage/core';
import type { Queryable } from '@portage/database';
import { countSponsoredTopups } from '@portage/settlement';
import type { QuotePolicy } from '../policy.js';
import type { Route } from '../route/route.js';

/** Refuses a sponsored top-up that is one too many for its recipient. */
export type TopupCheck = (
  account: string,
  route: Pick<Route, 'outputCurrency' | 'accounts'>,
) => Promise<void>;

/**
 * Counts the top-ups that a sponsor has paid for a recipient within 24 hours. Of several quotes
 * that are asked for before one is paid this lets all through: the solver counts anew when it pays,
 * and gives the deposit back.
 *
 * @throws PortageError `SPONSORED_TOPUPS_EXCEEDED`
 */
export function createTopupCheck(
  { query }: Partial<Queryable>,
  { sponsoredTopupsPerRecipientMax: most }: QuotePolicy,
): TopupCheck {
  if (query === undefined) return () => Promise.resolve();
  return async (account, { outputCurrency, accounts }) => {
    const [count = 0] = await countSponsoredTopups({ query }, [
      {
        ...{ orderId: '', account },
        chainId: outputCurrency.chain.id,
        recipient: accounts.recipient,
      },
    ]);
    if (count < most) return;
    throw new PortageError('SPONSORED_TOPUPS_EXCEEDED', {
      hint: 'Ask again without topupGas or without subsidizeFees, or tomorrow.',
      details: [
        {
          path: 'topupGas',
          message: `sponsored ${String(most)} times for this recipient within 24 hours already`,
        },
      ],
    });
  };
}
