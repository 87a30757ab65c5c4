import type { Configuration } from '../configuration/configuration.js';
import type { WrittenPolicy } from '../configuration/policySchema.js';
import type { CheckRow } from './checkRow.js';

/** A limit, and where an operator writes it. */
interface Limit {
  readonly place: string;
  readonly of: (policy: WrittenPolicy) => bigint | undefined;
}

const request: Limit = {
  place: 'policy.capacityPerRequestMicroUsd',
  of: ({ capacityPerRequestMicroUsd }) => capacityPerRequestMicroUsd,
};
const recipient: Limit = {
  place: 'policy.outflows.recipientMicroUsdMax',
  of: ({ outflows }) => outflows?.recipientMicroUsdMax,
};
const hour: Limit = {
  place: 'policy.outflows.hourMicroUsdMax',
  of: ({ outflows }) => outflows?.hourMicroUsdMax,
};
const day: Limit = {
  place: 'policy.outflows.dayMicroUsdMax',
  of: ({ outflows }) => outflows?.dayMicroUsdMax,
};

/** Limits of which the first may be no higher than the second, or one of them says nothing. */
const pairs: readonly (readonly [Limit, Limit])[] = [
  [recipient, hour],
  [hour, day],
  [request, recipient],
];

/**
 * Warnings about limits that another one makes meaningless: a limit of an hour above that of a day
 * is never reached, and a request that is larger than what one recipient gets halts its chain.
 * Pure.
 */
export function outflowRows({ policy = {} }: Pick<Configuration, 'policy'>): readonly CheckRow[] {
  return pairs.flatMap(([lower, upper]): readonly CheckRow[] => {
    const [low, high] = [lower.of(policy), upper.of(policy)];
    if (low === undefined || high === undefined || low <= high) return [];
    const message = `is ${String(low)}, above ${upper.place} of ${String(high)}`;
    return [{ check: 'limits', subject: lower.place, result: 'warning', message }];
  });
}
