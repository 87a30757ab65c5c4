import { Money, PortageError, requestFault, type PricedAsset } from '@portage/core';
import type { Chain, ChainAsset, Chains, PriceSource } from '@portage/core/chain';
import type { RebalancePath } from '@portage/core/plugin';
import type { EndpointResponse, configQuerySchema } from '@portage/core/schemas';
import { atPath } from '@portage/core/plugin';
import { capacityAt, whyClosed, type QuotePolicy, type Restrictions } from '@portage/quoter';
import type { z } from 'zod';
import { readPrice } from '../money/readPrice.js';
import type { UserBalances } from './createUserBalances.js';

type Config = EndpointResponse<'config'>;

/** Values that the answer is made from. */
export interface ConfigContext {
  readonly chains: Chains;
  readonly prices: PriceSource;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly policy: Pick<
    QuotePolicy,
    'capacityPerCurrencyMicroUsd' | 'capacityPerRequestMicroUsd' | 'flatFeeMicroUsd' | 'maxAgeMs'
  >;
  readonly balances: UserBalances;
  readonly restrictions: Restrictions;
  /** Paths by which the solver brings what it lacks; none where it is left out. */
  readonly paths?: (() => readonly RebalancePath[]) | undefined;
}

/**
 * Answer of `GET /config/v2`. Balances, capacity and fee are in smallest units of the currency: the
 * user's on the origin chain (0 where it lacks the currency), the solver's on the destination
 * chain. The fee is the flat part plus the gas of a fill, rounded up. It leaves out the share of
 * the amount that quotes may add.
 *
 * @throws PortageError `INVALID_ADDRESS`, `UNSUPPORTED_CHAIN`, `UNSUPPORTED_CURRENCY`,
 *   `PRICE_FETCH_FAILED`, `RPC_HTTP_ERROR`
 */
export async function readConfig(
  query: z.output<typeof configQuerySchema>,
  context: ConfigContext,
): Promise<Config> {
  const { chains, policy, balances } = context;
  const origin = chains.byId(query.originChainId);
  const destination = chains.byId(query.destinationChainId);
  const id = query.currency ?? destination.native.id;
  const paid = findById(destination, id);
  const side: PricedAsset = { decimals: paid.decimals, price: readPrice(paid.id, context) };
  const spendable = readSpendable(destination, paid, context);
  const perRequest = Money.fromUsdDown(
    capacityAt({ chain: destination, asset: paid }, policy),
    side.decimals,
    side.price,
  );
  const capacity = least(perRequest, spendable);
  const held = origin.assets.find((asset) => asset.id === id);
  const enabled = isRoute({ origin, held, destination, paid }, context) && capacity > 0n;
  const config: Config = {
    enabled,
    fee: (
      Money.fromUsdUp(policy.flatFeeMicroUsd, side.decimals, side.price) +
      readFillGas(destination, paid, side, context)
    ).toString(),
    solver: {
      address: destination.spend?.sender ?? '',
      balance: spendable.toString(),
      capacityPerRequest: capacity.toString(),
    },
    supportsExternalLiquidity: isReached(destination, paid, context),
  };
  if (query.user === undefined) return config;
  if (held === undefined) return { ...config, user: { balance: '0', maxBridgeAmount: '0' } };
  const { user } = query;
  const account = atPath('user', () => origin.codec.normalizeAddress(user));
  const balance = await balances.read(origin, account, held.address);
  const heldSide: PricedAsset = { decimals: held.decimals, price: side.price };
  const payable = Money.fromUsdDown(
    capacityAt({ chain: origin, asset: held }, policy),
    heldSide.decimals,
    heldSide.price,
  );
  const reachable = least(Money.convertDown(capacity, side, heldSide), payable);
  return {
    ...config,
    user: {
      balance: balance.toString(),
      maxBridgeAmount: (enabled ? least(balance, reachable) : 0n).toString(),
    },
  };
}

const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function findById(chain: Chain, id: string): ChainAsset {
  const found = chain.assets.find((asset) => asset.id === id);
  if (found !== undefined) return found;
  const message = `Chain ${String(chain.id)} does not offer ${id}.`;
  throw requestFault('currency', message, { code: 'UNSUPPORTED_CURRENCY', message });
}

/** Two chains, and the currency on both; the origin may lack it. */
interface ConfigRoute {
  readonly origin: Chain;
  readonly held: ChainAsset | undefined;
  readonly destination: Chain;
  readonly paid: ChainAsset;
}

/** Whether any path leads to a currency. */
function isReached(
  { id }: Chain,
  { address }: ChainAsset,
  { paths = () => [] }: ConfigContext,
): boolean {
  return paths().some(({ lanes }) =>
    lanes.some(({ destination: to }) => to.chainId === id && to.currency === address),
  );
}

/** The gate of `GET /chains`, and of quotes. */
function isRoute(
  { origin, held, destination, paid }: ConfigRoute,
  { restrictions, policy, now }: ConfigContext,
): boolean {
  const gate = { now: now(), tipMsMax: policy.maxAgeMs.tip };
  const isOpen = (chain: Chain): boolean => whyClosed(chain, restrictions, gate) === undefined;
  const isMoved = (chain: Chain, { address }: ChainAsset): boolean =>
    chain.balances.unreadable?.(address) === undefined &&
    restrictions.isRestricted?.(chain, address) !== true;
  return (
    isOpen(origin) &&
    isOpen(destination) &&
    origin.info.depositEnabled &&
    origin.id !== destination.id &&
    origin.deposit !== undefined &&
    destination.spend !== undefined &&
    isMoved(destination, paid) &&
    (held === undefined || isMoved(origin, held))
  );
}

function readSpendable(
  chain: Chain,
  { id, address }: ChainAsset,
  { policy, now }: ConfigContext,
): bigint {
  const seen = chain.balances.spendable(address);
  if (seen === undefined || now() - seen.observedAt > policy.maxAgeMs.balance) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The solver's balance of ${id} on chain ${String(chain.id)} is not known.`,
      hint: 'Ask again in a few seconds.',
    });
  }
  return seen.value;
}

/** Gas of one fill in the output currency, rounded up. */
function readFillGas(
  chain: Chain,
  { address }: ChainAsset,
  side: PricedAsset,
  context: ConfigContext,
): bigint {
  const gas = chain.gas.estimate({ type: 'fill', currency: address, calls: [] });
  if (gas === undefined || context.now() - gas.observedAt > context.policy.maxAgeMs.gas) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `The price of gas on chain ${String(chain.id)} is not known.`,
      hint: 'Ask again in a few seconds.',
    });
  }
  return Money.convertUp(
    gas.value,
    { decimals: chain.native.decimals, price: readPrice(chain.native.id, context) },
    side,
  );
}
