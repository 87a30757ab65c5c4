import { Money, type Price } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { capacityAt, type QuotePolicy } from '@portage/quoter';
import type { Configuration } from '../configuration/configuration.js';
import { limitsOf } from '../check/checkService.js';
import { watchChain } from '../check/watchChain.js';
import { prepareChains, type Extensions } from '../prepareChains.js';
import { writtenQuotePolicy } from '../configuration/policies.js';

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

/**
 * Floats of the solver on all chains, by what they are now. A currency should be as much as the
 * largest order that may ask for it, or the target of the policy where that is more. Sends nothing.
 *
 * @throws PortageError for settings that a start refuses, and for a chain that does not open
 */
export async function readFloats(
  configuration: Configuration,
  extensions: Extensions,
): Promise<readonly Float[]> {
  const { usd } = await limitsOf(configuration);
  const policy = writtenQuotePolicy(configuration);
  const prepared = prepareChains(configuration, extensions);
  const floats = await Promise.all(
    prepared.map((chain) =>
      watchChain(chain, (opened, signal) => floatsOf(opened, { policy, usd, signal })),
    ),
  );
  return floats.flat();
}

interface FloatContext {
  readonly policy: Pick<
    QuotePolicy,
    'capacityPerCurrencyMicroUsd' | 'capacityPerRequestMicroUsd' | 'rebalancing'
  >;
  readonly usd: ReadonlyMap<string, bigint>;
  readonly signal: AbortSignal;
}

async function floatsOf(
  { slug, assets, info, balances }: Pick<Chain, 'slug' | 'assets' | 'info' | 'balances'>,
  { policy, usd, signal }: FloatContext,
): Promise<readonly Float[]> {
  const [solver] = info.solverAddresses;
  if (solver === undefined) return [];
  const floats = assets.map(async (asset): Promise<readonly Float[]> => {
    const { id, decimals, address, supportsBridging } = asset;
    const usdE12 = usd.get(id);
    if (!supportsBridging || usdE12 === undefined) return [];
    const largest = capacityAt({ chain: { slug }, asset }, policy);
    const target = policy.rebalancing.targetsMicroUsd[`${slug}:${id}`] ?? 0n;
    const price = { usdE12 };
    const wanted = Money.fromUsdUp(largest > target ? largest : target, decimals, price);
    const has = await balances.read(solver, address, signal);
    return [{ chain: slug, asset: id, currency: address, decimals, price, solver, has, wanted }];
  });
  return (await Promise.all(floats)).flat();
}
