import { describeError } from '@portage/core';
import type { Chain } from '@portage/core/chain';
import type { CheckRow } from './checkRow.js';

/** Chain with the limits of its depository. */
type LimitedChain = Pick<Chain, 'slug' | 'assets'> & {
  readonly vault?: Pick<NonNullable<Chain['vault']>, 'limit'> | undefined;
};

/**
 * Warning about currencies of which the depository lets nothing leave, as of those that no limit
 * was set for: their refunds and earnings wait until the owner has set one. Names each of them;
 * none of a chain that limits no currency.
 */
export async function limitRows(
  { slug, assets, vault }: LimitedChain,
  signal: AbortSignal,
): Promise<readonly CheckRow[]> {
  if (vault?.limit === undefined) return [];
  const place = { check: 'limit', subject: slug };
  try {
    const limits = await Promise.all(
      assets.map(async ({ address }) => vault.limit?.(address, signal)),
    );
    const shut = assets.filter((_, index) => limits[index] === 0n);
    if (shut.length === 0) return [{ ...place, result: 'ok' }];
    const named = shut.map(({ id, address }) => `${id} (${address})`).join(', ');
    const message = `the depository lets nothing leave of ${named}: refunds and earnings wait`;
    const hint =
      'The owner proposes a limit and applies it 48 hours later; `deploy evm` writes both transactions.';
    return [{ ...place, result: 'warning', message, hint }];
  } catch (error) {
    return [{ ...place, result: 'warning', message: describeError(error) }];
  }
}
