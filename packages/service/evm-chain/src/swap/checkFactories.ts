import { PortageError } from '@portage/core';
import { readAgreed, readResult, type Quorum } from '@portage/chain-kit';
import { addressWord, poolSelectors, readAddress, uintWord } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';
import type { PoolState } from './poolState.js';

/** A pool, and the contract that should have created it; undefined where none is configured. */
export interface NamedPool {
  readonly address: string;
  readonly factory: string | undefined;
}

/** Followed pools, and the endpoints that know their factories. */
export interface FactoriesContext {
  /** Name of the chain, for messages. */
  readonly name: string;
  readonly quorum: Quorum;
  /** Pools by their address. */
  readonly states: ReadonlyMap<string, PoolState>;
}

/** No pool has another address than its factory names. */
const allRight = 'all';

/**
 * Asks factories for the pool of the same tokens and fee: a contract that only looks like a pool
 * could tell any price, and keep what is sent to it.
 *
 * @throws PortageError `INVALID_CONFIGURATION` for a pool that its factory does not name,
 *   `RPC_HTTP_ERROR`
 */
export async function checkFactories(
  pools: readonly NamedPool[],
  { name, quorum, states }: FactoriesContext,
  signal: AbortSignal,
): Promise<void> {
  const asked = pools.flatMap(({ address, factory }) => {
    const state = states.get(address);
    return factory === undefined || state === undefined
      ? []
      : [{ address, factory, data: questionOf(state) }];
  });
  if (asked.length === 0) return;
  const other = await readAgreed(
    quorum,
    {
      subject: 'pools of factories',
      read: async ({ ask }, stop) => {
        const replies = await ask(
          asked.map(({ factory: to, data }) => ({
            method: 'eth_call',
            params: [{ to, data }, 'latest'],
          })),
          stop,
        );
        const told = asked.map((_, index) =>
          readAddress(readWords(readResult(replies[index], 'factory'), 1, 'pool'), 0),
        );
        const wrong = asked.findIndex(({ address }, index) => told[index] !== address);
        return wrong === -1 ? allRight : `${String(wrong)} ${String(told[wrong])}`;
      },
    },
    signal,
  );
  if (other === allRight) return;
  const [index, told] = other.split(' ');
  const { address, factory } = asked[Number(index)] ?? {};
  throw new PortageError('INVALID_CONFIGURATION', {
    message: `${name}: the pool ${String(address)} is not of the factory ${String(factory)}, which names ${String(told)} for its tokens.`,
    hint: 'Correct the address of the pool, or name the factory that created it.',
  });
}

function questionOf(state: PoolState): string {
  const tokens = state.tokens.map(addressWord).join('');
  return state.kind === 'uniswap-v2'
    ? `${poolSelectors.getPair}${tokens}`
    : `${poolSelectors.getPool}${tokens}${uintWord(BigInt(state.feePips))}`;
}
