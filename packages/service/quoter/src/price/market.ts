import { PortageError, type Observed, type PricedAsset } from '@portage/core';
import type { Chain, GasOperation, PriceSource, SwapQuote, SwapRequest } from '@portage/core/chain';
import { ageOf } from '@portage/core/plugin';
import type { QuotePolicy } from '../policy.js';
import type { ChainFacts } from '../route/askChain.js';
import type { ListedCurrency } from '../route/catalog.js';

/** Inventory of another chain that a path can bring. */
export interface BroughtInventory {
  /** Seconds until it is there. */
  readonly seconds: number;
  /** Cost of the path and of its gas, in the currency that is brought. */
  readonly cost: bigint;
  /** Whether the solver holds it on the other chain. */
  readonly isHeld: boolean;
}

/** Looks for inventory on other chains, from memory. */
export interface ExternalLiquidity {
  /** Whether any path leads to a currency. */
  reaches(currency: ListedCurrency): boolean;
  /** The best way to bring an amount of a currency; undefined where no path leads there now. */
  bring(currency: ListedCurrency, amount: bigint, market: Market): BroughtInventory | undefined;
}

/** No path leads anywhere. */
export const noExternalLiquidity: ExternalLiquidity = {
  reaches: () => false,
  bring: () => undefined,
};

/** Everything that a market is opened with. */
export interface MarketOptions {
  readonly prices: PriceSource;
  readonly policy: QuotePolicy;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts: ChainFacts;
  /** Inventory on other chains; none where it is left out. */
  readonly external?: ExternalLiquidity | undefined;
  /** Name as which the caller is counted; left out for what the service asks for itself. */
  readonly caller?: string | undefined;
  /** Allowances of payers to contracts, from memory; none is known where it is left out. */
  readonly allowance?: Market['allowance'] | undefined;
}

/** Owner of an allowance, and who may take it. */
export interface AllowancePlace {
  readonly account: string;
  readonly currency: string;
  readonly spender: string;
}

/** Whether we receive a currency, and count it at the lowest, or pay it, at the highest. */
export type PriceSide = 'received' | 'paid';

/**
 * The market of one quote: everything that is read from memory, its age checked in one place. Each
 * method throws `PRICE_FETCH_FAILED` where a value is missing or too old.
 */
export interface Market {
  readonly policy: QuotePolicy;
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly facts: ChainFacts;
  /** Inventory on other chains. */
  readonly external: ExternalLiquidity;
  /** Price of a currency, the worse for us of what its feeds say. */
  price(currency: Pick<ListedCurrency, 'asset'>, side: PriceSide): PricedAsset;
  /** Whether more than one feed of its own stands behind the price of a currency. */
  isConfirmed(currency: ListedCurrency): boolean;
  /** Cost of an operation, native currency. */
  gas(chain: Chain, operation: GasOperation): bigint;
  /** Balance of the solver. */
  balance(currency: Pick<ListedCurrency, 'chain' | 'asset'>): bigint;
  /**
   * Answer of the chain's pools, and of venues where the request says so; undefined where no way
   * takes the amount. What a venue has not answered yet is asked for. Throws `RATE_LIMITED` where
   * only a venue could tell, and too many questions are open.
   */
  swap(chain: Chain, request: SwapRequest): SwapQuote | undefined;
  /** Answers of venues that were asked for since the last call; undefined where there are none. */
  awaited(): Promise<unknown> | undefined;
  /** Allowance of a payer to a contract, in smallest units; undefined where it is not known. */
  allowance(chain: Chain, place: AllowancePlace): bigint | undefined;
  /** Refuses a chain whose blocks stopped coming. */
  checkTip(chain: Chain): void;
  /** Refuses a chain on which nothing is paid now, with `ROUTE_TEMPORARILY_RESTRICTED`. */
  checkPays(chain: Chain): void;
}

/** Opens the market of one quote. */
export function openMarket({
  prices,
  policy,
  now,
  facts,
  external = noExternalLiquidity,
  caller,
  allowance = () => undefined,
}: MarketOptions): Market {
  const { maxAgeMs } = policy;
  const fresh = <T>(observed: Observed<T> | undefined, ageMsMax: number, name: string): T => {
    if (observed === undefined) throw unknownValue(name);
    const ageMs = ageOf(observed, now);
    if (ageMs > ageMsMax) throw oldValue(name, ageMs, ageMsMax);
    return observed.value;
  };
  const open: Promise<void>[] = [];
  return {
    policy,
    now,
    facts,
    external,
    allowance,
    awaited: () => {
      const asked = open.splice(0);
      return asked.length === 0 ? undefined : Promise.all(asked);
    },
    price: ({ asset }, side) => {
      const accepted = prices.price(asset.id);
      const value = fresh(accepted, maxAgeMs.price, `price of ${asset.id}`);
      const range = accepted?.range;
      const price = range === undefined ? value : side === 'received' ? range.low : range.high;
      if (price.usdE12 <= 0n)
        throw new PortageError('PRICE_FETCH_FAILED', {
          message: `The price of ${asset.id} is not positive.`,
        });
      return { decimals: asset.decimals, price };
    },
    isConfirmed: ({ asset }) => prices.price(asset.id)?.isConfirmed !== false,
    gas: (chain, operation) =>
      fresh(chain.gas.estimate(operation), maxAgeMs.gas, `gas price of chain ${String(chain.id)}`),
    balance: ({ chain, asset }) =>
      fresh(
        chain.balances.spendable(asset.address),
        maxAgeMs.balance,
        `solver's balance of ${asset.symbol} on chain ${String(chain.id)}`,
      ),
    swap: (chain, request) => {
      const asked = chain.swaps?.ask?.(request, caller);
      if (asked !== undefined && asked !== 'full') open.push(asked);
      const found = chain.swaps?.quote(request);
      if (found === undefined && asked === 'full') throw tooManyQuestions(chain);
      return found === undefined
        ? undefined
        : fresh(found, maxAgeMs.tip, `state of the pools on chain ${String(chain.id)}`);
    },
    checkTip: (chain) => {
      fresh(chain.observe.tip(), maxAgeMs.tip, `newest block of chain ${String(chain.id)}`);
    },
    checkPays: (chain) => {
      const reason = chain.gas.pausedReason?.();
      if (reason === undefined) return;
      throw new PortageError('ROUTE_TEMPORARILY_RESTRICTED', {
        message: `Nothing is paid on ${chain.info.displayName} now: ${reason}.`,
        hint: 'Ask again later, or choose another destination.',
      });
    },
  };
}

function tooManyQuestions({ info }: Chain): PortageError {
  return new PortageError('RATE_LIMITED', {
    message: `Too many quotes wait for the venues of swaps on ${info.displayName}.`,
    hint: 'Ask again in a second.',
  });
}

function unknownValue(name: string): PortageError {
  return new PortageError('PRICE_FETCH_FAILED', {
    message: `The ${name} is not known yet.`,
    hint: 'Ask again in a few seconds.',
  });
}

function oldValue(name: string, ageMs: number, maxAgeMs: number): PortageError {
  return new PortageError('PRICE_FETCH_FAILED', {
    message: `The ${name} is too old to quote from.`,
    hint: 'Ask again in a few seconds.',
    context: { ageMs, maxAgeMs },
  });
}
