import type { ReactElement } from 'react';
import { usd } from '../../format/amounts.js';
import { Notice } from '../../ui/Notice.js';
import type { LowSponsor } from './lowSponsors.js';

/** Properties of {@link LowBalances}. */
export interface LowBalancesProps {
  readonly sponsors: readonly LowSponsor[];
}

/** Says which sponsors run out of balance; quotes of their keys are sponsored no longer then. */
export function LowBalances({ sponsors }: LowBalancesProps): ReactElement | undefined {
  if (sponsors.length === 0) return undefined;
  return (
    <Notice tone="warn" title="A sponsor's balance runs low">
      {sponsors.map(({ account, balanceUsd, days }) => (
        <p key={account}>
          {days === 0
            ? `${account}: ${usd(balanceUsd)} left, less than a day at the pace of the last 30 days.`
            : `${account}: ${usd(balanceUsd)} left, about ${String(days)} ${days === 1 ? 'day' : 'days'} at the pace of the last 30 days.`}
        </p>
      ))}
    </Notice>
  );
}
