import { createRefresh, type Rpc } from '@portage/chain-kit';
import { joinSources } from '@portage/chain-kit/swap';
import { assert } from '@portage/core';
import type { SwapCall, SwapQuote, SwapSource, Swaps } from '@portage/core/chain';
import { wrappedSol, type TestPool, type WalletSwap } from '@portage/solana/program';
import type { ParsedSwapSource, SolanaPoolSourceConfig } from '../chainConfig.js';
import type { Heads } from '../observe/createHeads.js';
import { createPoolMemory, readPools } from './createPoolMemory.js';
import { createPoolSource } from './createPoolSource.js';
import { joinVenues } from './joinVenues.js';
import { decodeSwap } from './swapCall.js';
import { createVenueSource, type VenueSourceOptions } from './venue/createVenueSource.js';

/** Swaps of a chain, and the reader of their calls. */
export interface OpenSwaps {
  readonly swaps: Swaps;
  /** Undefined where there are no pools, and payers cannot swap. */
  readonly termsOf: SwapTermsOf | undefined;
}

/** Reads a call of pools of {@link OpenSwaps.swaps}: program, pools and amounts. */
export type SwapTermsOf = (call: SwapCall) => WalletSwap['swap'];

/** Sources, chain and endpoints that swaps are opened with. */
export interface SwapsOptions extends Pick<
  VenueSourceOptions,
  'mints' | 'solver' | 'rules' | 'log'
> {
  readonly sources: readonly ParsedSwapSource[];
  readonly chainName: string;
  readonly rpc: Rpc;
  readonly heads: Heads;
  readonly clock: () => number;
}

/**
 * Reads the pools of the configured sources, and their reserves again on every head, and opens the
 * venues that are asked. Undefined without any source.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR`
 */
export async function openSwaps(
  options: SwapsOptions,
  signal: AbortSignal,
): Promise<OpenSwaps | undefined> {
  const { sources, clock } = options;
  if (sources.length === 0) return undefined;
  const followed = sources.flatMap((source) => (source.kind === 'test-pool' ? [source] : []));
  const { pools, opened } = await followPools(followed, options, signal);
  const venues = sources.flatMap((config) =>
    config.kind === 'jupiter' ? [createVenueSource({ ...options, config, clock, signal })] : [],
  );
  return {
    swaps: joinVenues(swapsOf(opened), venues),
    termsOf: pools.length === 0 ? undefined : termsReader(pools),
  };
}

async function followPools(
  sources: readonly SolanaPoolSourceConfig[],
  { rpc, chainName, heads, clock }: SwapsOptions,
  signal: AbortSignal,
): Promise<{ readonly pools: readonly TestPool[]; readonly opened: readonly SwapSource[] }> {
  const places = sources.flatMap(({ program, pools }) =>
    pools.map((address) => ({ program, address })),
  );
  if (places.length === 0) return { pools: [], opened: [] };
  const pools = await readPools(places, { rpc, chainName }, signal);
  const memory = createPoolMemory(pools, clock);
  await createRefresh({ rpc, heads, clock, signal, parts: [memory], afterHeadMs: 0 });
  return { pools, opened: sources.map((source) => createPoolSource({ ...source, memory })) };
}

/** Pools that move by more before a payment lands make it fail, and its deposit goes back. */
const payoutMarginBps = 10n;

/** Compute units of an account of wrapped SOL: opened, filled and closed. */
const wrapUnits = 40_000;

/**
 * One way and no split: every further way would cost bytes of the transaction, of which there are
 * 1,232. SOL is wrapped and unwrapped by instructions around a call, of which the call says
 * nothing.
 */
function swapsOf(sources: readonly SwapSource[]): Swaps {
  const quoteAll = joinSources(sources);
  return {
    sources,
    wrapped: wrappedSol,
    payoutMarginBps,
    quote: (request) => {
      if (request.tokenIn === request.tokenOut) return undefined;
      const found = quoteAll({ ...request, partsMax: 1 });
      return found && { ...found, value: withWrapping(found.value) };
    },
    build: (quote, terms) => sources.flatMap((source) => source.build(quote, terms)),
  };
}

/** Counts the units of wrapping where one end of a swap may be SOL. */
function withWrapping(quote: SwapQuote): SwapQuote {
  const isWrapped = [quote.tokenIn, quote.tokenOut].includes(wrappedSol);
  return isWrapped ? { ...quote, gas: quote.gas + wrapUnits } : quote;
}

function termsReader(known: readonly TestPool[]): SwapTermsOf {
  const byAddress = new Map(known.map((pool) => [pool.address, pool]));
  return ({ to: program, data }) => {
    const { pools, type, amount, limit } = decodeSwap(data);
    return {
      program,
      type,
      amount,
      limit,
      pools: pools.map((address) => {
        const pool = byAddress.get(address);
        assert(pool !== undefined, 'the pools of a call are followed');
        return pool;
      }),
    };
  };
}
