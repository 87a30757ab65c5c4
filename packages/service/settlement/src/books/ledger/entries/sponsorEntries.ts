import { assert } from '@portage/core';
import { accounts, sponsorAsset } from '../accounts.js';
import type { Entry } from '../createLedger.js';

/** Share of a sponsor's balance that an order takes. */
export interface SponsorReserve {
  readonly orderId: string;
  readonly account: string;
  readonly microUsd: bigint;
}

/**
 * Sets apart what a fill will charge its sponsor, in the transaction that takes the fill's
 * settlement; once for each order.
 */
export function sponsorReserveEntry({ orderId, account, microUsd }: SponsorReserve): Entry {
  return {
    kind: 'sponsor reserve',
    ref: orderId,
    postings: [
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsorReserve(orderId), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

/**
 * Gives a sponsor back what was set apart for an order that ends without a fill; once for each
 * order. It is not taken back when a reorg takes the refund back: that refund is sent again.
 */
export function sponsorReleaseEntry({ orderId, account, microUsd }: SponsorReserve): Entry {
  return {
    kind: 'sponsor release',
    ref: orderId,
    postings: [
      { account: accounts.sponsorReserve(orderId), asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

/** Gas of a gasless deposit that brought nothing in. */
export interface GaslessCharge extends SponsorReserve {
  /** Sender that paid the gas. */
  readonly solver: string;
}

/** Charges a sponsor for the gas of a gasless deposit that brought nothing in; once an order. */
export function gaslessChargeEntry({ orderId, account, solver, microUsd }: GaslessCharge): Entry {
  return {
    kind: 'gasless charge',
    ref: orderId,
    postings: [
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: -microUsd },
      { account: accounts.solver(solver), asset: sponsorAsset, amount: microUsd },
    ],
  };
}

/** Payment of a sponsor that an operator received. */
export interface SponsorCredit {
  readonly account: string;
  readonly microUsd: bigint;
  /** Key of the payment; the same one is booked once. */
  readonly ref: string;
}

/** Books money that a sponsor brought. */
export function sponsorCreditEntry({ account, microUsd, ref }: SponsorCredit): Entry {
  assert(microUsd > 0n, 'a sponsor brings something');
  return {
    kind: 'sponsor credit',
    ref,
    postings: [
      { account: accounts.outside, asset: sponsorAsset, amount: -microUsd },
      { account: accounts.sponsor(account), asset: sponsorAsset, amount: microUsd },
    ],
  };
}
