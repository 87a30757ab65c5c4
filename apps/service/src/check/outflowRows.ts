import type { Configuration } from '../configuration/configuration.js';
import type { CheckRow } from './checkRow.js';

/** Limits of which the first may be no higher than the second, or one of them says nothing. */
const pairs = [
  ['outflowRecipientMicroUsdMax', 'outflowHourMicroUsdMax'],
  ['outflowHourMicroUsdMax', 'outflowDayMicroUsdMax'],
  ['capacityPerRequestMicroUsd', 'outflowRecipientMicroUsdMax'],
] as const;

/**
 * Warnings about limits that another one makes meaningless: a limit of an hour above that of a day
 * is never reached, and a request that is larger than what one recipient gets halts its chain.
 * Pure.
 */
export function outflowRows({ policy }: Pick<Configuration, 'policy'>): readonly CheckRow[] {
  return pairs.flatMap(([lower, upper]): readonly CheckRow[] => {
    const [low, high] = [policy?.[lower], policy?.[upper]];
    if (low === undefined || high === undefined || low <= high) return [];
    const message = `is ${String(low)}, above policy.${upper} of ${String(high)}`;
    return [{ check: 'limits', subject: `policy.${lower}`, result: 'warning', message }];
  });
}
