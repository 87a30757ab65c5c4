import { PortageError, type Observed } from '@portage/core';
import { malformedReply, readResult, type RefreshPart, type Rpc } from '@portage/chain-kit';
import { readTestPool, type TestPool } from '@portage/solana/program';
import { accountsRequest, readAccounts } from '../rpc/accounts.js';
import { balanceOf } from '../rpc/balances.js';

/** A pool as of one block. */
export interface PoolState extends TestPool {
  /** Smallest units, in the order of the mints. */
  readonly reserves: readonly [bigint, bigint];
}

/** Pools in memory, read again on every head. */
export interface PoolMemory extends RefreshPart {
  /** Pools by address; undefined before the first reading. The same map while nothing changed. */
  latest(): Observed<ReadonlyMap<string, PoolState>> | undefined;
}

/** Place of a pool: its address, and the program that must own it. */
export interface PoolPlace {
  readonly address: string;
  readonly program: string;
}

/** Chain whose pools are read, and its name for errors. */
export interface PoolReading {
  readonly chainName: string;
  readonly rpc: Pick<Rpc, 'read'>;
}

/**
 * Reads the accounts of pools, which never change: mints, vaults and fee.
 *
 * @throws PortageError `INVALID_CONFIGURATION` where one is no pool of its program
 */
export async function readPools(
  places: readonly PoolPlace[],
  { rpc, chainName }: PoolReading,
  signal: AbortSignal,
): Promise<readonly TestPool[]> {
  const request = accountsRequest(places.map(({ address }) => address));
  const [result] = await rpc.read([request], signal);
  const accounts = readAccounts(result);
  return places.map(({ address, program }, index) => {
    const account = accounts[index];
    const pool = account?.owner === program ? readTestPool(address, account.data) : undefined;
    if (pool === undefined)
      throw new PortageError('INVALID_CONFIGURATION', {
        message: `${chainName}: ${address} is no pool of the program ${program}.`,
        hint: 'Check swapSources of the chain.',
      });
    return pool;
  });
}

/**
 * Keeps the reserves of pools: what their vaults hold, all of one block. Tokens that are sent to a
 * vault are reserves at once, as the program counts them.
 */
export function createPoolMemory(pools: readonly TestPool[], clock: () => number): PoolMemory {
  const vaults = pools.flatMap((pool) => pool.vaults);
  const mints = pools.flatMap((pool) => pool.mints);
  let known: Observed<ReadonlyMap<string, PoolState>> | undefined;
  let askedAt = clock();
  return {
    latest: () => known,
    requests: () => {
      askedAt = clock();
      return [accountsRequest(vaults)];
    },
    apply: ([reply]) => {
      const accounts = readAccounts(readResult(reply, 'getMultipleAccounts'));
      if (accounts.length !== vaults.length) throw malformedReply('accounts');
      const amounts = accounts.map((account, index) => balanceOf(account, mints[index] ?? ''));
      const states = pools.map((pool, index): PoolState => {
        const [first = 0n, second = 0n] = amounts.slice(2 * index, 2 * index + 2);
        const before = known?.value.get(pool.address);
        return before?.reserves[0] === first && before.reserves[1] === second
          ? before
          : { ...pool, reserves: [first, second] };
      });
      const isSame =
        known !== undefined && states.every((each) => known?.value.get(each.address) === each);
      const value = isSame && known !== undefined ? known.value : mapOf(states);
      known = { value, observedAt: askedAt };
    },
  };
}

function mapOf(states: readonly PoolState[]): ReadonlyMap<string, PoolState> {
  return new Map(states.map((state) => [state.address, state]));
}
