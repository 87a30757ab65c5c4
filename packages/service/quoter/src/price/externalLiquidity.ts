import { Money, requestFault } from '@portage/core';
import { findAsset, type Chains } from '@portage/core/chain';
import type { RebalanceLane, RebalancePath } from '@portage/core/plugin';
import { isSelfPayment } from '../payment/paymentMethod.js';
import { fillWindowSeconds } from '../route/fillWindow.js';
import type { ListedCurrency } from '../route/catalog.js';
import type { Route } from '../route/route.js';
import type { BroughtInventory, ExternalLiquidity, Market } from './market.js';
import type { RouteRates } from './rates.js';

/** Times that a path may take as long as it says before its order is paid back. */
const patience = 2;

/** Looks for inventory at the other ends of paths: first what is held, then the cheapest. */
export function createExternalLiquidity(
  chains: Pick<Chains, 'all'>,
  paths: () => readonly RebalancePath[],
): ExternalLiquidity {
  const lanesTo = ({ chain, asset }: ListedCurrency) =>
    paths().flatMap((path) =>
      path.lanes
        .filter(({ destination: to }) => to.chainId === chain.id && to.currency === asset.address)
        .map((lane) => ({ path, lane })),
    );
  return {
    reaches: (currency) => lanesTo(currency).length > 0,
    bring: (currency, amount, market) => {
      const found = lanesTo(currency).flatMap(({ path, lane }) => {
        const brought = bringBy(path, lane, { chains, currency, amount, market });
        return brought === undefined ? [] : [brought];
      });
      const isBetter = (a: BroughtInventory, b: BroughtInventory): boolean =>
        a.isHeld === b.isHeld ? a.cost < b.cost : a.isHeld;
      return found.reduce<BroughtInventory | undefined>(
        (best, one) => (best === undefined || isBetter(one, best) ? one : best),
        undefined,
      );
    },
  };
}

interface BringInput {
  readonly chains: Pick<Chains, 'all'>;
  readonly currency: ListedCurrency;
  readonly amount: bigint;
  readonly market: Market;
}

function bringBy(
  path: RebalancePath,
  lane: RebalanceLane,
  { chains, currency, amount, market }: BringInput,
): BroughtInventory | undefined {
  const chain = chains.all.find(({ id }) => id === lane.origin.chainId);
  const asset = chain === undefined ? undefined : findAsset(chain, lane.origin.currency);
  const quote = path.quote(lane, amount);
  if (chain === undefined || asset === undefined || chain.spend === undefined) return undefined;
  if (quote === undefined || chain.opening !== undefined) return undefined;
  const taken = market.price(currency, 'received');
  const given = market.price({ asset }, 'paid');
  const native = market.price({ asset: chain.native }, 'paid');
  const gas = market.gas(chain, { type: 'relay', gasLimit: quote.gas });
  const worth = asset.id === currency.asset.id ? { ...taken, decimals: given.decimals } : given;
  const asked = Money.convertUp(quote.amount, worth, taken);
  return {
    seconds: quote.seconds,
    cost: (asked > amount ? asked - amount : 0n) + Money.convertUp(gas, native, taken),
    isHeld: quote.amount <= market.balance({ chain, asset }),
  };
}

/** Whether the solver may bring what it lacks: the caller asked for it, at the market's price. */
function mayBring({ request, payment }: Route): boolean {
  return (
    request.body.useExternalLiquidity === true &&
    request.fixedRate === undefined &&
    !isSelfPayment(payment)
  );
}

/**
 * Cost of bringing what the solver lacks for an input, in the deposit currency: as if no fee were
 * taken off it, so it is never too little.
 */
export function externalCost(
  route: Route,
  market: Market,
  { deposit, inventory }: RouteRates,
): (amountIn: bigint) => bigint {
  if (!mayBring(route)) return () => 0n;
  const { inventoryCurrency } = route;
  const balance = market.balance(inventoryCurrency);
  return (amountIn) => {
    const missing = Money.convertUp(amountIn, deposit, inventory) - balance;
    if (missing <= 0n) return 0n;
    const brought = market.external.bring(inventoryCurrency, missing, market);
    return brought === undefined ? 0n : Money.convertUp(brought.cost, inventory, deposit);
  };
}

/** Inventory that an order waits for. */
export interface RouteExternal {
  /** Seconds until it is there. */
  readonly seconds: number;
  /** Seconds for which the order waits for it. */
  readonly patienceSeconds: number;
}

/** Numbers by which the inventory that a route lacks is found. */
interface MissingInventory {
  readonly market: Market;
  readonly rates: RouteRates;
  readonly deposit: bigint;
  readonly inventory: bigint;
}

/**
 * Inventory that is brought for a route; undefined where the solver holds enough, where nothing was
 * asked for, and where no path brings it in the time of the order for what is charged.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` where it is needed and no path leads there
 */
export function externalOf(
  route: Route,
  { market, rates, deposit, inventory }: MissingInventory,
): RouteExternal | undefined {
  if (!mayBring(route)) return undefined;
  const { inventoryCurrency } = route;
  const missing = inventory - market.balance(inventoryCurrency);
  if (missing <= 0n) return undefined;
  if (!market.external.reaches(inventoryCurrency)) throw unreachable(inventoryCurrency);
  const brought = market.external.bring(inventoryCurrency, missing, market);
  if (brought?.isHeld !== true) return undefined;
  const charged = externalCost(route, market, rates)(deposit);
  const patienceSeconds = patience * brought.seconds;
  const lifetime = fillWindowSeconds(route, market.policy) + patienceSeconds;
  return Money.convertUp(brought.cost, rates.inventory, rates.deposit) <= charged &&
    lifetime <= market.policy.orderLifetimeSeconds
    ? { seconds: brought.seconds, patienceSeconds }
    : undefined;
}

function unreachable({ chain, asset }: ListedCurrency) {
  const message = `useExternalLiquidity is not offered for ${asset.symbol} on chain ${String(chain.id)}: it needs a canonical bridge, and there is none.`;
  return requestFault('useExternalLiquidity', message, {
    code: 'UNSUPPORTED_FEATURE',
    message,
    hint: 'Leave useExternalLiquidity out of the request.',
  });
}
