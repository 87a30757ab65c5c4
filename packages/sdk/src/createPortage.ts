import {
  createClient,
  execute,
  getChains,
  getCurrencies,
  getDepositAddress,
  getPrice,
  getQuote,
  getRequests,
  getStatus,
  getSwapSources,
  resume,
  verifyQuote,
  waitForStatus,
  type Client,
  type ClientOptions,
  type CurrenciesFilter,
  type DepositAddressFilter,
  type ExecuteOptions,
  type ExecutionResult,
  type GetChainsOptions,
  type GetQuoteOptions,
  type GetStatusOptions,
  type PriceBounds,
  type PriceConsent,
  type PriceQuote,
  type RequestsFilter,
  type RequestsPage,
  type ResumeOptions,
  type StatusUpdate,
  type SwapSourcesFilter,
  type VerifiedExecuteOptions,
  type VerifyQuoteOptions,
  type WaitForStatusOptions,
} from '@portage/client';
import type { ChainInfo, Quote, QuoteBody } from '@portage/core';
import type { Codec } from '@portage/core/chain';
import type { DepositAddress, ListedCurrency } from '@portage/core/schemas';
import type { Executor } from '@portage/core/executor';
import { loadCodecs } from './loadCodecs.js';

/** Options of `createPortage`. */
export interface PortageOptions extends ClientOptions {
  /**
   * Wallets that sign. Quotes and statuses need none. A function is called whenever something is
   * verified or signed: for wallets that connect later, and to load their packages only then.
   */
  readonly executors?: readonly Executor[] | (() => Promise<readonly Executor[]>) | undefined;
  /**
   * Codecs of families that no executor here brings, such as the one of a destination chain. By
   * default those of EVM and Solana are loaded where a quote needs them.
   */
  readonly codecs?: readonly Codec[] | undefined;
}

/** Options of `execute`. The executors are those of `createPortage` by default. */
export type PortageExecuteOptions = WithOwnExecutors<ExecuteOptions>;

/** Each member of a union with its executors made optional. */
type WithOwnExecutors<Each> = Each extends { readonly executors: readonly Executor[] }
  ? Omit<Each, 'executors'> & Partial<Pick<Each, 'executors'>>
  : never;

/** Members of `execute` that `swap` fills in by itself. */
type OwnOfSwap =
  'quote' | 'request' | 'executors' | 'verify' | 'progress' | 'resubmit' | keyof PriceBounds;

/**
 * Options of `swap`. The quote is signed unseen, so something has to bound its price: see
 * {@link PriceConsent}.
 */
export type SwapOptions = Omit<VerifiedExecuteOptions, OwnOfSwap> &
  PriceConsent & { readonly executors?: readonly Executor[] | undefined };

/** The actions of one service, bound to one client and its executors. */
export interface Portage {
  /** Client of the actions, for plugins. */
  readonly client: Client;
  /** @see {@link getQuote} */
  getQuote(request: QuoteBody, options?: GetQuoteOptions): Promise<Quote>;
  /** @see {@link getPrice} */
  getPrice(request: QuoteBody, options?: GetQuoteOptions): Promise<PriceQuote>;
  /** @see {@link getCurrencies} */
  getCurrencies(filter?: CurrenciesFilter): Promise<readonly ListedCurrency[]>;
  /** @see {@link getSwapSources} */
  getSwapSources(filter?: SwapSourcesFilter): Promise<readonly string[]>;
  /** @see {@link getRequests} */
  getRequests(filter?: RequestsFilter): Promise<RequestsPage>;
  /** @see {@link getDepositAddress} */
  getDepositAddress(filter: DepositAddressFilter): Promise<DepositAddress>;
  /** @see {@link getChains} */
  getChains(options?: GetChainsOptions): Promise<readonly ChainInfo[]>;
  /** @see {@link verifyQuote} */
  verifyQuote(
    quote: Quote,
    options: Pick<VerifyQuoteOptions, 'request'> & Partial<VerifyQuoteOptions>,
  ): Promise<void>;
  /** @see {@link execute} */
  execute(options: PortageExecuteOptions): Promise<ExecutionResult>;
  /**
   * Asks for a quote, verifies it and executes it within the bounds of the caller.
   * @see {@link execute}
   */
  swap(request: QuoteBody, options: SwapOptions): Promise<ExecutionResult>;
  /** @see {@link getStatus} */
  getStatus(requestId: string, options?: GetStatusOptions): Promise<StatusUpdate>;
  /** @see {@link waitForStatus} */
  waitForStatus(requestId: string, options?: WaitForStatusOptions): Promise<StatusUpdate>;
  /** @see {@link resume} */
  resume(options: ResumeOptions): Promise<ExecutionResult>;
}

/**
 * Makes one value with every action of one service. Nothing is global: two of them share nothing.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 * @example
 * ```ts
 * const portage = createPortage({
 *   baseUrl: 'http://127.0.0.1:4000',
 *   executors: [createEvmExecutor({ wallet })],
 * });
 * const request = {
 *   user,
 *   originChainId: 8453,
 *   destinationChainId: 10,
 *   amount: '1000000000000000',
 * };
 * const result = await portage.swap(request, { minAmountOut: '990000000000000' });
 *
 * // The wallet's package is loaded with the first swap:
 * createPortage({
 *   baseUrl,
 *   executors: async () => [(await import('@portage/sdk/evm')).createEvmExecutor({ wallet })],
 * });
 * ```
 */
export function createPortage(options: PortageOptions): Portage {
  const client = createClient(options);
  const { executors = [], codecs } = options;
  const signers = async (given: readonly Executor[] | undefined): Promise<readonly Executor[]> =>
    given ?? (typeof executors === 'function' ? await executors() : executors);
  const codecsOf = async (
    request: QuoteBody | undefined,
    chains?: readonly ChainInfo[],
  ): Promise<readonly Codec[] | undefined> =>
    codecs ?? (request && (await loadCodecs(request, chains ?? (await getChains(client)))));
  return {
    client,
    getQuote: (request, quoteOptions) => getQuote(client, request, quoteOptions),
    getPrice: (request, priceOptions) => getPrice(client, request, priceOptions),
    getCurrencies: (filter) => getCurrencies(client, filter),
    getSwapSources: (filter) => getSwapSources(client, filter),
    getRequests: (filter) => getRequests(client, filter),
    getDepositAddress: (filter) => getDepositAddress(client, filter),
    getChains: (chainOptions) => getChains(client, chainOptions),
    verifyQuote: async (quote, ofCaller) => {
      const verifyOptions = { ...ofCaller };
      const [own, chains] = await Promise.all([
        signers(verifyOptions.executors),
        verifyOptions.chains ?? getChains(client),
      ]);
      const { codecs: given = await codecsOf(verifyOptions.request, chains) } = verifyOptions;
      const now = verifyOptions.now ?? Math.floor(client.now() / 1000);
      await verifyQuote(quote, { ...verifyOptions, codecs: given, executors: own, chains, now });
    },
    execute: async (ofCaller) => {
      const executeOptions = { ...ofCaller };
      const { codecs: given = await codecsOf(executeOptions.request) } = executeOptions;
      const own = await signers(executeOptions.executors);
      return await execute(client, { ...executeOptions, codecs: given, executors: own });
    },
    swap: async (request, given) => {
      // Callers without types leave them out; then nothing bounds the price, which is said below.
      const swapOptions = { ...given };
      const quote = await getQuote(client, request, { signal: swapOptions.signal });
      const executors = await signers(swapOptions.executors);
      const { codecs: rules = await codecsOf(request) } = swapOptions;
      return await execute(client, { ...swapOptions, codecs: rules, executors, quote, request });
    },
    getStatus: (requestId, statusOptions) => getStatus(client, requestId, statusOptions),
    waitForStatus: (requestId, waitOptions) => waitForStatus(client, requestId, waitOptions),
    resume: (resumeOptions) => resume(client, resumeOptions),
  };
}
