import { sponsorCharge } from '@portage/fees';
import { Money, PortageError, type Chain, type QuoteRequest } from '@portage/core';
import { readSponsors, type Queryable } from '@portage/store';
import type { Policy } from './policy.js';
import type { PricedRoute } from './price/pricedRoute.js';

/** What a sponsor's part of a quote rests on. */
export interface SponsorContext {
  readonly apiKeyId?: string | undefined;
  readonly sponsor?: string | undefined;
}

/** Balance of a sponsor's account in micro-USD. */
export type SponsorBalance = (account: string) => Promise<bigint>;

/** Balances of sponsors, and in what they are counted. */
export interface Sponsors {
  readonly balanceOf: SponsorBalance;
  readonly currency: SponsorCharge['currency'];
}

/** Reads balances of sponsors from a database; only quotes that want fees sponsored ask for one. */
export function createSponsorBalance({ query }: Partial<Queryable>): SponsorBalance {
  if (query === undefined) return () => Promise.resolve(0n);
  return async (account) => (await readSponsors({ query }, [account])).get(account) ?? 0n;
}

/**
 * The account that pays what a request wants sponsored; undefined where it wants nothing sponsored.
 *
 * @throws PortageError `UNAUTHORIZED` without a key, `forbiddenToken` with one that is linked to no
 *   balance
 */
export function findSponsor(
  { sponsorship }: QuoteRequest,
  { apiKeyId, sponsor }: SponsorContext,
): string | undefined {
  if (sponsorship === undefined) return undefined;
  const details = [
    { path: 'subsidizeFees', message: 'needs an API key that is linked to a sponsor balance' },
  ];
  if (apiKeyId === undefined) {
    throw new PortageError('UNAUTHORIZED', {
      message: 'Sponsored fees need an API key that is linked to a sponsor balance.',
      hint: 'Send the key as x-api-key, or leave subsidizeFees out.',
      details,
    });
  }
  if (sponsor === undefined) {
    throw new PortageError('FORBIDDEN', {
      message: 'The API key is not linked to a sponsor balance.',
      hint: 'Ask the operator for a key with a sponsor, or leave subsidizeFees out.',
      details,
    });
  }
  return sponsor;
}

/** What a fill will charge the sponsor. */
export interface SponsorCharge {
  readonly account: string;
  readonly microUsd: bigint;
  /**
   * In which currency the balance is counted; nothing where the solver's chain does not list it.
   */
  readonly currency: { readonly currency?: { readonly chainId: number; readonly address: string } };
}

/** Decimals of the stablecoin whose units are micro-USD. */
const microUsdDecimals = 6;

/** The currency in which balances of sponsors are counted. */
export function sponsorCurrency(
  solverChain: Chain | undefined,
  { sponsorAsset }: Policy,
): SponsorCharge['currency'] {
  const asset = solverChain?.assets.find(
    ({ id, decimals }) => id === sponsorAsset && decimals === microUsdDecimals,
  );
  return solverChain === undefined || asset === undefined
    ? {}
    : { currency: { chainId: solverChain.id, address: asset.address } };
}

/**
 * What a quote will charge its sponsor, once the balance covers it. Nothing is reserved: the solver
 * decides anew when it takes the order on.
 *
 * @throws PortageError `SPONSOR_BALANCE_TOO_LOW`
 */
export async function chargeSponsor(
  account: string,
  { sponsorship, prices }: PricedRoute,
  { balanceOf, currency }: Sponsors,
): Promise<SponsorCharge> {
  const microUsd = sponsorCharge(sponsorship.sponsoredTotal, prices.origin);
  const available = await balanceOf(account);
  if (microUsd > available) {
    throw new PortageError('SPONSOR_BALANCE_TOO_LOW', {
      message: `The sponsor's balance does not cover ${Money.formatUsd(microUsd)} USD of fees.`,
      hint: 'Ask again without subsidizeFees, with a lower maxSubsidizationAmount, or when the balance was topped up.',
      context: { neededUsd: Money.formatUsd(microUsd) },
    });
  }
  return { account, microUsd, currency };
}
