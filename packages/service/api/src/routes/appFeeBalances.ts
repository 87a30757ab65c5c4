import { assert, Money, type CurrencyAmount } from '@portage/core';
import { findAsset, wireCurrency, type Chains } from '@portage/core/chain';
import { endpoints } from '@portage/core/schemas';
import type { AppFeeBalance } from '@portage/settlement';
import { normalizeWithAnyCodec } from '../canonical/normalizeWithAnyCodec.js';
import { readPrice, type Pricing } from '../money/readPrice.js';
import type { Route } from './context.js';
import { parseInput } from './parseInput.js';
import { sendJson } from './sendJson.js';

/**
 * `GET /app-fees/{wallet}/balances`: what a wallet earned and did not claim, valued at the present
 * prices. Nothing is outstanding, because nothing is filled before its deposit is final.
 */
export const appFeeBalances: Route =
  ({ store, chains, prices, policy, now }) =>
  async (request, reply) => {
    const { wallet } = parseInput(endpoints.appFeeBalances.params, request.params);
    const wallets = normalizeWithAnyCodec(chains, {
      path: 'wallet',
      code: 'INVALID_ADDRESS',
      read: (codec) => codec.normalizeAddress(wallet),
    });
    const rows = (await Promise.all(wallets.map((each) => store.appFees.balances(each)))).flat();
    const valued = rows.map((row) => describe(row, chains, { prices, policy, now }));
    const total = toUsd(valued.reduce((sum, { microUsd }) => sum + microUsd, 0n));
    const body = {
      balances: valued.map(({ amount }) => amount),
      totalBalanceUsd: total,
      outstandingFastFillBalanceUsd: 0,
      availableBalanceUsd: total,
    };
    return sendJson(reply.header('cache-control', 'no-cache'), JSON.stringify(body));
  };

function describe(
  { chainId, currency, amount: balance }: AppFeeBalance,
  chains: Chains,
  pricing: Pricing,
): { readonly amount: CurrencyAmount; readonly microUsd: bigint } {
  const chain = chains.byId(chainId);
  const asset = findAsset(chain, currency);
  // Fees accrue in currencies that are quoted; one that is no longer listed has no name and no
  // price to be shown with.
  assert(
    asset !== undefined,
    `app fees are in ${currency} of chain ${String(chainId)}, which is not listed`,
  );
  const microUsd = Money.usdDown(balance, asset.decimals, readPrice(asset.id, pricing));
  const amount = balance.toString();
  return {
    microUsd,
    amount: {
      currency: wireCurrency(chainId, asset),
      amount,
      amountFormatted: Money.format(balance, asset.decimals),
      amountUsd: Money.formatUsd(microUsd),
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
