import { Money, type Price } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { capacityAt, type QuotePolicy } from '@portage/quoter';
import type { Configuration } from '../configuration/configuration.js';
import { limitsOf } from '../check/checkService.js';
import { watchChain } from '../check/watchChain.js';
import { prepareChains, type Extensions } from '../prepareChains.js';
import { writtenQuotePolicy } from '../configuration/policies.js';
import { refuseStrayCurrencies } from '../configuration/refuseStrayCurrencies.js';

/** A currency of the solver on a chain: what it has, and what it should have. */
export interface Float {
  /** Slug of the chain. */
  readonly chain: string;
  /** Id of the currency, the same on all chains. */
  readonly asset: string;
  readonly currency: string;
  readonly decimals: number;
  readonly price: Price;
  /** Address of the solver on the chain. */
  readonly solver: string;
  /** Smallest units that the solver has. */
  readonly has: bigint;
  /** Smallest units that it should have. */
  readonly wanted: bigint;
}

/** A currency whose price no source tells: nobody can say how much of it the solver should have. */
export type UnpricedFloat = Omit<Float, 'price' | 'wanted'>;

/** Currencies of the solver. */
export interface Floats {
  readonly priced: readonly Float[];
  readonly unpriced: readonly UnpricedFloat[];
}

/**
 * Floats of the solver on all chains, by what they are now. A currency should be as much as the
 * largest order that may ask for it, or the target of the policy where that is more. Sends nothing.
 *
 * @throws PortageError for settings that a start refuses, and for a chain that does not open
 */
export async function readFloats(
  configuration: Configuration,
  extensions: Extensions,
): Promise<Floats> {
  const { usd } = await limitsOf(configuration);
  const policy = writtenQuotePolicy(configuration);
  const prepared = prepareChains(configuration, extensions);
  const facts = await Promise.all(prepared.map(({ opener, keys }) => opener.describe(keys)));
  refuseStrayCurrencies(configuration, facts);
  const floats = await Promise.all(
    prepared.map((chain) =>
      watchChain(chain, (opened, signal) => floatsOf(opened, { policy, usd, signal })),
    ),
  );
  return {
    priced: floats.flatMap(({ priced }) => priced),
    unpriced: floats.flatMap(({ unpriced }) => unpriced),
  };
}

interface Balances {
  readonly balances: Pick<Chain['balances'], 'read'>;
}

interface FloatContext {
  readonly policy: Pick<
    QuotePolicy,
    'capacityPerCurrencyMicroUsd' | 'capacityPerRequestMicroUsd' | 'rebalancing'
  >;
  readonly usd: ReadonlyMap<string, bigint>;
  readonly signal: AbortSignal;
}

/** Floats of one chain, those of which no price is known included. */
export async function floatsOf(
  { slug, assets, info, balances }: Pick<Chain, 'slug' | 'assets' | 'info'> & Balances,
  { policy, usd, signal }: FloatContext,
): Promise<Floats> {
  const [solver] = info.solverAddresses;
  if (solver === undefined) return { priced: [], unpriced: [] };
  const bridged = assets.filter(({ supportsBridging }) => supportsBridging);
  const found = await Promise.all(
    bridged.map(async (asset): Promise<Floats> => {
      const { id, decimals, address: currency } = asset;
      const has = await balances.read(solver, currency, signal);
      const float = { chain: slug, asset: id, currency, decimals, solver, has };
      const usdE12 = usd.get(id);
      if (usdE12 === undefined) return { priced: [], unpriced: [float] };
      const largest = capacityAt({ chain: { slug }, asset }, policy);
      const target = policy.rebalancing.targetsMicroUsd[`${slug}:${id}`] ?? 0n;
      const price = { usdE12 };
      const wanted = Money.fromUsdUp(largest > target ? largest : target, decimals, price);
      return { priced: [{ ...float, price, wanted }], unpriced: [] };
    }),
  );
  return {
    priced: found.flatMap(({ priced }) => priced),
    unpriced: found.flatMap(({ unpriced }) => unpriced),
  };
}
