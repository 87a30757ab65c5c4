import { assert, Money, type Currency } from '@portage/core';
import { findAsset, wireCurrency, type Chains } from '@portage/core/chain';
import { currencySchema, type appFeeBalancesSchema } from '@portage/core/schemas';
import type { AppFeeBalance } from '@portage/settlement';
import type { z } from 'zod';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import { findPrice, type Pricing } from '../money/readPrice.js';
import type { Route, RouteContext } from './context.js';

/**
 * `GET /app-fees/{wallet}/balances`: what a wallet earned and did not claim, valued at the present
 * prices. Each balance stands for itself: one whose price is not known has no worth, and counts for
 * nothing in the total. What stands behind fast fills is part of the balances, and outstanding;
 * what payouts brought that are not final yet is part of them, and pending.
 */
export const appFeeBalances: Route<'appFeeBalances'> =
  ({ store, chains, prices, policy, now }) =>
  async (call, reply) => {
    const { wallet } = call.read('params');
    const wallets = normalizeWithAnyCodec(chains, {
      path: 'wallet',
      code: 'INVALID_ADDRESS',
      read: (codec) => codec.normalizeAddress(wallet),
    });
    const read = async (of: (wallet: string) => Promise<readonly AppFeeBalance[]>) =>
      (await Promise.all(wallets.map(of))).flat();
    const [free, held, coming] = await Promise.all([
      read((each) => store.appFees.balances(each)),
      read((each) => store.appFees.held(each)),
      read((each) => store.appFees.pending(each)),
    ]);
    const value = (rows: readonly AppFeeBalance[]) =>
      Promise.all(
        rows.map(async (row) =>
          describeBalance(row, await nameOf(row, chains, store), { prices, policy, now }),
        ),
      );
    const [valued, heldParts, comingParts] = await Promise.all([
      value(join([...free, ...held])),
      value(held),
      value(coming),
    ]);
    const [total, outstanding] = [sumUp(valued), sumUp(heldParts)];
    const pending = sumUp(comingParts);
    void reply.header('cache-control', 'no-cache');
    return {
      balances: valued.map(({ amount }) => amount),
      totalBalanceUsd: toUsd(total),
      outstandingFastFillBalanceUsd: toUsd(outstanding),
      pendingBalanceUsd: toUsd(pending),
      availableBalanceUsd: toUsd(total - outstanding - pending),
    };
  };

/** One balance for each currency. */
function join(rows: readonly AppFeeBalance[]): readonly AppFeeBalance[] {
  const sums = new Map<string, AppFeeBalance>();
  for (const row of rows) {
    const key = `${String(row.chainId)} ${row.currency}`;
    const amount = (sums.get(key)?.amount ?? 0n) + row.amount;
    sums.set(key, { ...row, amount });
  }
  return [...sums.values()];
}

const sumUp = (all: readonly { readonly microUsd: bigint }[]): bigint =>
  all.reduce((sum, { microUsd }) => sum + microUsd, 0n);

/** A currency with the asset whose price it has; none where it is no longer listed. */
export interface NamedCurrency {
  readonly wire: Currency;
  readonly assetId: string | undefined;
}

/** The currency as it is listed, or as a quote showed it when it was. */
export async function nameOf(
  { chainId, currency }: AppFeeBalance,
  chains: Chains,
  { appFees }: RouteContext['store'],
): Promise<NamedCurrency> {
  const chain = chains.all.find(({ id }) => id === chainId);
  const asset = chain === undefined ? undefined : findAsset(chain, currency);
  if (asset !== undefined) return { wire: wireCurrency(chainId, asset), assetId: asset.id };
  const kept = currencySchema.safeParse(await appFees.currency(chainId, currency));
  // Fees accrue in currencies that were quoted, and those are kept.
  assert(
    kept.success,
    `app fees are in ${currency} of chain ${String(chainId)}, which no quote showed`,
  );
  return { wire: kept.data, assetId: undefined };
}

/** A balance as it is returned, with its worth. */
export function describeBalance(
  { amount: balance }: AppFeeBalance,
  { wire, assetId }: NamedCurrency,
  pricing: Pricing,
): {
  readonly amount: z.infer<typeof appFeeBalancesSchema>['balances'][number];
  readonly microUsd: bigint;
} {
  const price = assetId === undefined ? undefined : findPrice(assetId, pricing);
  const microUsd = price === undefined ? 0n : Money.usdDown(balance, wire.decimals, price);
  const amount = balance.toString();
  return {
    microUsd,
    amount: {
      currency: wire,
      amount,
      amountFormatted: Money.format(balance, wire.decimals),
      ...(price === undefined ? {} : { amountUsd: Money.formatUsd(microUsd) }),
      minimumAmount: amount,
    },
  };
}

/**
 * Total in USD as a number, six decimals: exact up to nine thousand million USD.
 * See docs/spec/sponsorship.md#totalBalanceUsd.
 */
function toUsd(microUsd: bigint): number {
  return Number(microUsd) / 1e6;
}
