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
 * nothing in the total. Nothing is outstanding, because nothing is filled before its deposit is
 * final.
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
    const rows = (await Promise.all(wallets.map((each) => store.appFees.balances(each)))).flat();
    const valued = await Promise.all(
      rows.map(async (row) =>
        describe(row, await nameOf(row, chains, store), { prices, policy, now }),
      ),
    );
    const total = toUsd(valued.reduce((sum, { microUsd }) => sum + microUsd, 0n));
    void reply.header('cache-control', 'no-cache');
    return {
      balances: valued.map(({ amount }) => amount),
      totalBalanceUsd: total,
      outstandingFastFillBalanceUsd: 0,
      availableBalanceUsd: total,
    };
  };

/** A currency with the asset whose price it has; none where it is no longer listed. */
interface NamedCurrency {
  readonly wire: Currency;
  readonly assetId: string | undefined;
}

/** The currency as it is listed, or as a quote showed it when it was. */
async function nameOf(
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

function describe(
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
