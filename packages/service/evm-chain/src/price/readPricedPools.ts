import { Money, PortageError } from '@portage/core';
import { malformedReply, type Rpc } from '@portage/chain-kit';
import { readInteger } from '../rpc/parse.js';
import { selectors } from '@portage/evm/abi';
import type { PoolState } from '../swap/poolState.js';
import type { PricedPool } from './poolPrice.js';

/** A pool that an operator chose to price an asset with, its addresses canonical. */
export interface ChosenPool {
  readonly assetId: string;
  readonly kind: PoolState['kind'];
  readonly address: string;
  /** The token of the pool that counts as a dollar. */
  readonly dollar: string;
  readonly depthMinUsd: number;
}

/** Endpoints and pool states that priced pools are read from. */
export interface PricedPoolsContext {
  /** Name of the chain, for messages. */
  readonly name: string;
  readonly rpc: Rpc;
  /** Followed pools by their address. */
  readonly states: ReadonlyMap<string, PoolState>;
  readonly signal: AbortSignal;
}

/**
 * Looks up what prices need to know of pools. @throws PortageError `INVALID_CONFIGURATION`,
 * `RPC_HTTP_ERROR`
 */
export async function readPricedPools(
  chosen: readonly ChosenPool[],
  { name, rpc, states, signal }: PricedPoolsContext,
): Promise<readonly PricedPool[]> {
  const found = chosen.map((pool) => {
    const state = states.get(pool.address);
    if (state?.kind !== pool.kind || !state.tokens.includes(pool.dollar)) {
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `${name}: the pool that prices ${pool.assetId} is no ${pool.kind} pool of ${pool.dollar}.`,
      });
    }
    return { ...pool, tokens: state.tokens };
  });
  const decimals = await rpc.read(
    found.flatMap(({ tokens }) =>
      tokens.map((to) => ({
        method: 'eth_call',
        params: [{ to, data: selectors.decimals }, 'latest'],
      })),
    ),
    signal,
  );
  return found.map(({ assetId, address, dollar, tokens, depthMinUsd }, index): PricedPool => {
    const [first, second] = [
      readDecimals(decimals[2 * index]),
      readDecimals(decimals[2 * index + 1]),
    ];
    const isToken0 = tokens[1] === dollar;
    const [assetDecimals, dollarDecimals] = isToken0 ? [first, second] : [second, first];
    return {
      assetId,
      address,
      isToken0,
      assetDecimals,
      dollarDecimals,
      depthMin: BigInt(depthMinUsd) * Money.pow10(dollarDecimals),
    };
  });
}

function readDecimals(result: unknown): number {
  const decimals = readInteger(result, 'decimals');
  if (decimals > 36) throw malformedReply('decimals');
  return decimals;
}
