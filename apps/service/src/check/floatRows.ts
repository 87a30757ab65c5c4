import { describeError, Money } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import { capacityAt } from '@portage/quoter';
import type { CheckRow } from './checkRow.js';

/** Limits of orders, and what currencies are worth. */
export interface FloatQuestion {
  readonly policy: Parameters<typeof capacityAt>[1];
  /** USD per whole unit, times 1e12, by asset id. */
  readonly usd: ReadonlyMap<string, bigint>;
}

/** Chain with the balances of its solver. */
type FloatChain = Pick<Chain, 'slug' | 'assets' | 'info'> & {
  readonly balances: Pick<Chain['balances'], 'read'>;
};

/**
 * Warning about a chain where an order may be worth more than the solver has of its currency: it
 * would be quoted in none but smaller amounts, or wait for inventory. Names each such currency.
 */
export async function floatRows(
  { slug, assets, info, balances }: FloatChain,
  { policy, usd }: FloatQuestion,
  signal: AbortSignal,
): Promise<readonly CheckRow[]> {
  const place = { check: 'float', subject: slug };
  const [solver] = info.solverAddresses;
  const priced = assets.filter(({ id, supportsBridging }) => supportsBridging && usd.has(id));
  if (solver === undefined || priced.length === 0) return [];
  try {
    const short = await Promise.all(
      priced.map(async (asset) => {
        const balance = await balances.read(solver, asset.address, signal);
        const has = Money.usdDown(balance, asset.decimals, { usdE12: usd.get(asset.id) ?? 0n });
        const limit = capacityAt({ chain: { slug }, asset }, policy);
        return has >= limit ? [] : [`${asset.id} ${dollars(has)} of ${dollars(limit)}`];
      }),
    );
    const named = short.flat();
    if (named.length === 0) return [{ ...place, result: 'ok' }];
    const message = `the solver cannot pay the largest order, in USD: ${named.join(', ')}`;
    const hint = `Send it inventory, or lower policy.capacityPerRequestMicroUsd or policy.capacityPerCurrencyMicroUsd, as in "${slug}:${priced[0]?.id ?? ''}".`;
    return [{ ...place, result: 'warning', message, hint }];
  } catch (error) {
    return [{ ...place, result: 'warning', message: describeError(error) }];
  }
}

/** Whole USD, down. */
function dollars(microUsd: bigint): string {
  return Money.formatUsd(microUsd).split('.')[0] ?? '0';
}
