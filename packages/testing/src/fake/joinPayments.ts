import type { TransactionIntent } from '@portage/core/chain';

/**
 * Places of payments that one transaction makes together, in the order of their first ones: fills
 * of different orders, `most` at most. Everything else is a transaction of its own. Pure.
 */
export function joinPayments(
  intents: readonly TransactionIntent[],
  most: number,
): readonly (readonly number[])[] {
  const groups: number[][] = [];
  let joined: number[] | undefined;
  for (const [place, intent] of intents.entries()) {
    const isIn = joined?.some((other) => intents[other]?.orderId === intent.orderId) === true;
    if (intent.type === 'fill' && joined !== undefined && joined.length < most && !isIn) {
      joined.push(place);
      continue;
    }
    const group = [place];
    groups.push(group);
    if (intent.type === 'fill') joined = group;
  }
  return groups;
}
