import { Money, PortageError, type Price } from '@portage/core';
import type { CoinChange, CoinPlan } from '@portage/core/plugin';
import type { Settlement } from '@portage/settlement';
import { limitsOf } from '../check/checkService.js';
import { watchChain } from '../check/watchChain.js';
import type { Configuration } from '../configuration/configuration.js';
import { prepareChains, type Extensions } from '../prepareChains.js';

/** A change of coins on a chain, as it would be made now. */
export interface PlannedCoins {
  readonly chain: string;
  readonly chainId: number;
  readonly symbol: string;
  readonly decimals: number;
  /** Account whose coins they are. */
  readonly sender: string;
  readonly change: CoinChange;
  readonly plan: CoinPlan;
  /** Fee in micro-USD, rounded up; undefined where the currency has no price. */
  readonly feeMicroUsd: bigint | undefined;
}

/** Inputs of {@link planCoins}. */
export interface PlanCoinsInput {
  readonly configuration: Configuration;
  readonly extensions: Extensions;
  readonly settlement: Pick<Settlement, 'transaction' | 'outbox'>;
  /** Slug of the chain. */
  readonly slug: string;
  readonly change: CoinChange;
}

/**
 * Plan of a change by the coins of now, less those that open payments of the outbox spend. Sends
 * nothing.
 *
 * @throws PortageError for a chain that is not there or has no coins, and what the plan refuses
 */
export async function planCoins({
  configuration,
  extensions,
  settlement,
  slug,
  change,
}: PlanCoinsInput): Promise<PlannedCoins> {
  const prepared = prepareChains(configuration, extensions);
  const chain = prepared.find((one) => one.slug === slug);
  if (chain === undefined)
    throw unsupported(
      `There is no chain "${slug}": ${prepared.map((one) => one.slug).join(', ')}.`,
    );
  return watchChain(chain, async ({ id: chainId, native, coins }) => {
    if (coins === undefined)
      throw unsupported(`${slug} spends a balance, or its coins are not read.`);
    const { sender } = coins;
    const open = await settlement.transaction((tx) =>
      settlement.outbox.lockOpen(tx, chainId, sender),
    );
    const plan = coins.plan(change, open);
    const { id, symbol, decimals } = native;
    const feeMicroUsd = worthOf(plan.fee, decimals, await priceOf(configuration, id));
    return { chain: slug, chainId, symbol, decimals, sender, change, plan, feeMicroUsd };
  });
}

async function priceOf(configuration: Configuration, id: string): Promise<Price | undefined> {
  const { usd } = await limitsOf(configuration);
  const usdE12 = usd.get(id);
  return usdE12 === undefined ? undefined : { usdE12 };
}

function worthOf(amount: bigint, decimals: number, price: Price | undefined): bigint | undefined {
  return price === undefined ? undefined : Money.usdUp(amount, decimals, price);
}

function unsupported(message: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', {
    message,
    hint: 'Name a chain of coins with --chain.',
  });
}
