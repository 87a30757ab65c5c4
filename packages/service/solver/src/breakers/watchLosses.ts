import { describeError, Money } from '@portage/core';
import { findAsset } from '@portage/core/chain';
import type { SolverOptions } from '../context.js';
import { haltAll } from './haltAll.js';
import { completePolicy } from '../policy/solverPolicy.js';

type MovedWorth = Awaited<
  ReturnType<SolverOptions['settlement']['breakers']['movedWorth']>
>[number];

/** Worth of an amount in micro-USD, rounded down; undefined without a price. */
function worthOf(
  { chains, prices }: Pick<SolverOptions, 'chains' | 'prices'>,
  { chainId, currency, amount }: MovedWorth,
): bigint | undefined {
  if (chainId === undefined) return amount;
  const chain = chains.all.find(({ id }) => id === chainId);
  const asset = chain && findAsset(chain, currency);
  const price = asset && prices(asset.id);
  if (asset === undefined || price === undefined) return undefined;
  return amount < 0n
    ? -Money.usdUp(-amount, asset.decimals, price.value)
    : Money.usdDown(amount, asset.decimals, price.value);
}

/**
 * Loss within the hour, in micro-USD at prices of now, so that prices that move are no loss;
 * undefined where something that moved has no price. Pure.
 */
function lossOf(
  options: Pick<SolverOptions, 'chains' | 'prices'>,
  moved: readonly MovedWorth[],
): bigint | undefined {
  let gain = 0n;
  for (const each of moved) {
    const worth = worthOf(options, each);
    if (worth === undefined) return undefined;
    gain += worth;
  }
  return gain < 0n ? -gain : 0n;
}

/**
 * Watches what the solver owns until the signal aborts. Where it has lost more within an hour than
 * the policy allows, by losses that are each too small to be seen, all chains are halted.
 */
export async function watchLosses(options: SolverOptions, signal: AbortSignal): Promise<void> {
  const { settlement, clock, log } = options;
  const {
    breakers: { lossMicroUsdMax, lossMs },
  } = completePolicy(options.policy);
  while (!signal.aborted) {
    try {
      const loss = lossOf(options, await settlement.breakers.movedWorth());
      if (loss !== undefined && loss > lossMicroUsdMax)
        await haltAll(
          options,
          `The solver lost ${Money.formatUsd(loss)} USD within an hour; ${Money.formatUsd(lossMicroUsdMax)} USD are allowed.`,
        );
    } catch (error) {
      log('losses could not be counted', { error: describeError(error) });
    }
    await clock.sleep(lossMs, signal);
  }
}
