import type { Configuration } from './configuration.js';

/** Micro-USD of a dollar. */
const dollar = 1_000_000n;

/**
 * The most that the fee of one fill may cost, in micro-USD by the slug of its chain: `fillUsdMax`
 * of the chains that name one, or whose network does. Their families have checked it.
 */
export function fillCeilings({
  chains,
}: Pick<Configuration, 'chains'>): Readonly<Record<string, bigint>> {
  return Object.fromEntries(
    chains.flatMap(({ slug, fillUsdMax }) =>
      typeof slug === 'string' && typeof fillUsdMax === 'number'
        ? [[slug, BigInt(fillUsdMax) * dollar]]
        : [],
    ),
  );
}
