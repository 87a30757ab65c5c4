import { Money, requestFault } from '@portage/core';
import { findAsset, wireCurrency, type Chain, type Chains } from '@portage/core/chain';
import type { EndpointResponse } from '@portage/core/schemas';
import { atPath } from '@portage/core/plugin';
import type { Settlement } from '@portage/settlement';
import { findPrice, type Pricing } from '../money/readPrice.js';
import type { Route } from './context.js';

type OwnerBalance = Awaited<ReturnType<Settlement['withdrawals']['balances']>>[number];
type Balance = EndpointResponse<'withdrawalBalances'>['balances'][number];

/**
 * `GET /withdrawals/balances`: what the books hold for an owner to withdraw, by currency. A deposit
 * is there once it is final; one that its depositor has asked the depository for cannot be
 * withdrawn.
 */
export const withdrawalBalances: Route<'withdrawalBalances'> =
  ({ store, chains, prices, policy, now }) =>
  async (call, reply) => {
    const { recoveryAddress, ownerChainId, limit, continuation } = call.read('query');
    const { codec } = chainOf(chains, ownerChainId);
    const owner = atPath('recoveryAddress', () => codec.normalizeAddress(recoveryAddress));
    const found = await store.withdrawals.balances(owner, {
      limit: limit + 1,
      after: continuation,
    });
    const page = found.slice(0, limit);
    const last = found.length > limit ? page.at(-1)?.asset : undefined;
    void reply.header('cache-control', 'no-cache');
    return {
      balances: page.map((balance) => describe(balance, chains, { prices, policy, now })),
      ...(last === undefined ? {} : { continuation: last }),
    };
  };

/** A chain by its id or its slug. @throws PortageError `INVALID_REQUEST` */
function chainOf(chains: Chains, named: string): Chain {
  const chain = chains.all.find(({ id, slug }) => slug === named || String(id) === named);
  if (chain === undefined) throw requestFault('ownerChainId', 'is no chain of this service');
  return chain;
}

function describe(
  { asset: hubTokenId, chainId, currency, amount }: OwnerBalance,
  chains: Chains,
  pricing: Pricing,
): Balance {
  const chain = chains.all.find(({ id }) => id === chainId);
  const asset = chain === undefined ? undefined : findAsset(chain, currency);
  const units = amount.toString();
  if (asset === undefined)
    return { hubTokenId, currency: null, amount: units, amountFormatted: units };
  const price = findPrice(asset.id, pricing);
  return {
    hubTokenId,
    currency: wireCurrency(chainId, asset),
    amount: units,
    amountFormatted: Money.format(amount, asset.decimals),
    ...(price === undefined
      ? {}
      : { amountUsd: Money.formatUsd(Money.usdDown(amount, asset.decimals, price)) }),
  };
}
