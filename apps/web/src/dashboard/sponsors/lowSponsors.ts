import { microUsd } from '../../format/amounts.js';

/** Free balance of a sponsor, in USD with decimals. */
export interface SponsorBalance {
  readonly account: string;
  readonly balanceUsd: string;
}

/** Spending of a sponsor in the last 30 days, in USD with decimals. */
export interface SponsorSpending {
  readonly account: string;
  readonly sponsoredUsd: string;
}

/** A sponsor whose balance does not last. */
export interface LowSponsor extends SponsorBalance {
  /** Whole days that the balance lasts at the pace of the last 30 days, rounded down. */
  readonly days: number;
}

const windowDays = 30n;
/** A balance that lasts for fewer days is low. */
const daysMin = 7n;

/** Sponsors whose balances are used up within a week at their pace, the shortest first. */
export function lowSponsors(
  balances: readonly SponsorBalance[],
  spending: readonly SponsorSpending[],
): readonly LowSponsor[] {
  return balances
    .flatMap((one) => {
      const spent = microUsd(
        spending.find(({ account }) => account === one.account)?.sponsoredUsd ?? '0',
      );
      const balance = microUsd(one.balanceUsd);
      if (spent <= 0n || balance * windowDays >= spent * daysMin) return [];
      return [{ ...one, days: balance <= 0n ? 0 : Number((balance * windowDays) / spent) }];
    })
    .sort((one, other) => one.days - other.days);
}
