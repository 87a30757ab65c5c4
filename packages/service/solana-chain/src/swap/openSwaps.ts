import { createRefresh, type Rpc } from '@portage/chain-kit';
import { joinSources } from '@portage/chain-kit/swap';
import { assert } from '@portage/core';
import type { SwapCall, SwapQuote, SwapSource, Swaps } from '@portage/core/chain';
import { wrappedSol, type TestPool, type WalletSwap } from '@portage/solana/program';
import type { SolanaSwapSourceConfig } from '../chainConfig.js';
import type { Heads } from '../observe/createHeads.js';
import { createPoolMemory, readPools } from './createPoolMemory.js';
import { createPoolSource } from './createPoolSource.js';
import { decodeSwap } from './swapCall.js';

/** Swaps of a chain, and the reader of their calls. */
export interface OpenSwaps {
  readonly swaps: Swaps;
  readonly termsOf: SwapTermsOf;
}

/** Reads a call of {@link OpenSwaps.swaps}: program, pools and amounts. */
export type SwapTermsOf = (call: SwapCall) => WalletSwap['swap'];

/** Sources, chain and endpoints that swaps are opened with. */
export interface SwapsOptions {
  readonly sources: readonly SolanaSwapSourceConfig[];
  readonly chainName: string;
  readonly rpc: Rpc;
  readonly heads: Heads;
  readonly clock: () => number;
}

/**
 * Reads the pools of the configured sources, and their reserves again on every head. Undefined
 * without any source.
 *
 * @throws PortageError `INVALID_CONFIGURATION`, `RPC_HTTP_ERROR`
 */
export async function openSwaps(
  { sources, chainName, rpc, heads, clock }: SwapsOptions,
  signal: AbortSignal,
): Promise<OpenSwaps | undefined> {
  const places = sources.flatMap(({ program, pools }) =>
    pools.map((address) => ({ program, address })),
  );
  if (places.length === 0) return undefined;
  const pools = await readPools(places, { rpc, chainName }, signal);
  const memory = createPoolMemory(pools, clock);
  await createRefresh({ rpc, heads, clock, signal, parts: [memory], afterHeadMs: 0 });
  const opened = sources.map((source) => createPoolSource({ ...source, memory }));
  return { swaps: swapsOf(opened), termsOf: termsReader(pools) };
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
