import { sponsorCharge } from '@portage/fees';
import { Money, PortageError } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { Settlement } from '@portage/settlement';
import type { QuotePolicy } from '../policy.js';
import type { PricedRoute } from '../price/pricedRoute.js';
import { rentPayer } from '../price/rentPayer.js';
import { createTopupCheck } from './checkTopups.js';

/** Amount that a fill will charge a sponsor. */
export interface SponsorCharge {
  readonly account: string;
  readonly microUsd: bigint;
  /** Currency in which the balance is counted; empty where the solver's chain does not list it. */
  readonly currency: { readonly currency?: { readonly chainId: number; readonly address: string } };
}

/** Sponsors of quotes. */
export interface Sponsors {
  /**
   * The charge of a quote to its sponsor, once the balance covers it; undefined where nothing is
   * sponsored. Nothing is reserved: the solver decides anew when it takes the order on.
   *
   * @throws PortageError `SPONSOR_BALANCE_TOO_LOW`, `SPONSORED_TOPUPS_EXCEEDED`
   */
  charge(priced: PricedRoute): Promise<SponsorCharge | undefined>;
}

/** Everything that sponsors are charged with. */
export interface SponsorsOptions {
  /** Settlement with the balances; without `sponsors` nothing can be sponsored. */
  readonly store: Partial<Pick<Settlement, 'sponsors'>>;
  readonly policy: QuotePolicy;
  readonly solverChain: Chain | undefined;
}

/** Decimals of the stablecoin whose units are micro-USD. */
const microUsdDecimals = 6;

/** Makes the sponsors of quotes; the database is asked only where a request has a sponsor. */
export function createSponsors({ store, policy, solverChain }: SponsorsOptions): Sponsors {
  const { sponsors } = store;
  const currency = currencyOf(solverChain, policy);
  const checkTopups = createTopupCheck(sponsors, policy);
  const balanceOf = async (account: string): Promise<bigint> =>
    (await sponsors?.balances([account]))?.get(account) ?? 0n;
  return {
    charge: async (priced) => {
      const { route, sponsorship, rates, topup } = priced;
      const account = route.request.sponsorAccount;
      if (account === undefined) return undefined;
      const microUsd = sponsorCharge(sponsorship.sponsoredTotal, rates.deposit);
      if (microUsd > (await balanceOf(account))) throw tooLow(microUsd);
      const opensAccount = rentPayer(priced) === 'sponsor';
      if (microUsd > 0n && (topup > 0n || opensAccount))
        await checkTopups(account, route, topup > 0n ? 'topupGas' : 'sponsoredFeeComponents');
      return { account, microUsd, currency };
    },
  };
}

function currencyOf(
  solverChain: Chain | undefined,
  { sponsorAsset }: QuotePolicy,
): SponsorCharge['currency'] {
  const asset = solverChain?.assets.find(
    ({ id, decimals }) => id === sponsorAsset && decimals === microUsdDecimals,
  );
  return solverChain === undefined || asset === undefined
    ? {}
    : { currency: { chainId: solverChain.id, address: asset.address } };
}

function tooLow(microUsd: bigint): PortageError {
  return new PortageError('SPONSOR_BALANCE_TOO_LOW', {
    message: `The sponsor's balance does not cover ${Money.formatUsd(microUsd)} USD of fees.`,
    hint: 'Ask again without subsidizeFees, with a lower maxSubsidizationAmount, or when the balance was topped up.',
    context: { neededUsd: Money.formatUsd(microUsd) },
  });
}
