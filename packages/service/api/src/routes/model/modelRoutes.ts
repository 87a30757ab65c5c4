import { Money, requestFault, type Price } from '@portage/core';
import { atPath } from '@portage/core/plugin';
import { endpoints } from '@portage/core/schemas';
import { createCurrencySearch } from '../../currencies/createCurrencySearch.js';
import { findPrice, readPrice } from '../../money/readPrice.js';
import { presentRequest } from '../../status/presentRequest.js';
import { renderStatusV2 } from '../../status/renderStatus.js';
import { unknownRequest } from '../../status/unknownRequest.js';
import type { Route } from '../context.js';

/** USD of one whole unit as a number, which clients of the model read. Nothing is counted by it. */
function usdOf({ usdE12 }: Price): number {
  return Number(Money.format(usdE12, 12));
}

/** `GET /intents/status/v2`: the status in the words of version 2. */
export const modelStatusV2: Route<'modelStatusV2'> =
  ({ store, now }) =>
  async (call, reply) => {
    const id = call.read('query').requestId.toLowerCase();
    const found = await store.getRequest(id);
    if (found === undefined) throw await unknownRequest(id, store);
    const successor = `<${endpoints.status.path}?requestId=${id}>; rel="successor-version"`;
    void reply.header('link', successor).header('cache-control', 'no-cache');
    return renderStatusV2(presentRequest(found, now()));
  };

/** `GET /currencies/token/price` */
export const modelTokenPrice: Route<'modelTokenPrice'> = (context) => (call) => {
  const { address, chainId } = call.read('query');
  const chain = context.chains.byId(chainId);
  const currency = atPath('address', () => chain.codec.normalizeAddress(address));
  const asset = chain.assets.find((each) => each.address === currency);
  if (asset === undefined) {
    const message = `Chain ${String(chainId)} does not offer this currency.`;
    throw requestFault('address', message, { code: 'UNSUPPORTED_CURRENCY', message });
  }
  return { price: usdOf(readPrice(asset.id, context)) };
};

/** `GET /currencies/trending`: the currencies of a chain or of all, the most useful first. */
export const modelTrending: Route<'modelTrending'> = ({ chains }) => {
  const search = createCurrencySearch(chains);
  return (call) => {
    const { chainId, limit } = call.read('query');
    const chainIds = chainId === undefined ? undefined : [chains.byId(chainId).id];
    return [...search({ chainIds, limit })];
  };
};

/** `GET /chains/liquidity`: balances in memory; those that are not read yet are left out. */
export const modelLiquidity: Route<'modelLiquidity'> = (context) => (call, reply) => {
  const chain = context.chains.byId(call.read('query').chainId);
  void reply.header('cache-control', 'no-cache');
  const liquidity = chain.assets.flatMap(({ id, symbol, address, decimals }) => {
    const balance = chain.balances.spendable(address)?.value;
    if (balance === undefined) return [];
    const price = findPrice(id, context);
    const usd = price === undefined ? undefined : Money.usdDown(balance, decimals, price);
    return [
      {
        chainId: chain.id,
        currencyId: id,
        symbol,
        address,
        decimals,
        balance: balance.toString(),
        ...(usd === undefined ? {} : { amountUsd: Money.formatUsd(usd) }),
      },
    ];
  });
  return { liquidity };
};

/** `GET /prices/rates`: by symbol; an asset without a price now is left out. */
export const modelRates: Route<'modelRates'> = (context) => (_call, reply) => {
  void reply.header('cache-control', 'no-cache');
  const assets = context.chains.all.flatMap((chain) => chain.assets);
  const rates = assets.flatMap(({ id, symbol }) => {
    const price = findPrice(id, context);
    return price === undefined ? [] : [[symbol.toUpperCase(), usdOf(price)] as const];
  });
  return Object.fromEntries(rates);
};
