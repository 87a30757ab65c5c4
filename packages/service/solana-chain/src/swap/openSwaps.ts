import { createRefresh, type Rpc } from '@portage/chain-kit';
import { joinSources } from '@portage/chain-kit/swap';
import { assert } from '@portage/core';
import type { SwapCall, SwapSource, Swaps } from '@portage/core/chain';
import type { SwapDeposit, TestPool } from '@portage/solana/program';
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
export type SwapTermsOf = (call: SwapCall) => SwapDeposit['swap'];

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

/**
 * One way and no split: every further way would cost bytes of the transaction, of which there are
 * 1,232.
 */
function swapsOf(sources: readonly SwapSource[]): Swaps {
  const quoteAll = joinSources(sources);
  return {
    sources,
    areForPayers: true,
    quote: (request) =>
      request.tokenIn === request.tokenOut ? undefined : quoteAll({ ...request, partsMax: 1 }),
    build: (quote, terms) => sources.flatMap((source) => source.build(quote, terms)),
  };
}

function termsReader(known: readonly TestPool[]): SwapTermsOf {
  const byAddress = new Map(known.map((pool) => [pool.address, pool]));
  return ({ to: program, data }) => {
    const { pools, type, amount, limit, mintIn } = decodeSwap(data);
    return {
      program,
      type,
      amount,
      limit,
      mintIn,
      pools: pools.map((address) => {
        const pool = byAddress.get(address);
        assert(pool !== undefined, 'the pools of a call are followed');
        return pool;
      }),
    };
  };
}
