import {
  createRefresh,
  followShared,
  isOutranked,
  printMemory,
  readOnHeads,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import type { ChainAsset } from '@portage/core/chain';
import type { SharedReadings } from '@portage/core/plugin';
import { priceFloorOf, type ParsedChainConfig } from './chainConfig.js';
import type { TokenProgramOf } from './rpc/tokenPrograms.js';
import { createBalances, type BalanceMemory } from './createBalances.js';
import { createFees, type FeeMemory, type Market } from './gas/createFees.js';
import { createHeads, type Head, type Heads } from './observe/createHeads.js';
import type { Commitment } from './rpc/requests.js';
import { createBlockhashes, type BlockhashMemory } from './spend/createBlockhashes.js';

/** Members of what processes share; another number for others. */
const shape = 'svm-2';

/** State of the chain that is kept in memory and read again on every head. */
export interface ChainMemory {
  readonly heads: Heads;
  readonly fees: FeeMemory;
  readonly balances: BalanceMemory;
  readonly blockhashes: BlockhashMemory;
  /** Heads, fees and balances as text for other processes; undefined before the first block. */
  readonly share: () => string | undefined;
}

/** Chain that is followed. */
export interface FollowedChain {
  readonly config: ParsedChainConfig;
  readonly assets: readonly ChainAsset[];
  readonly commitment: Commitment;
  /** Address that pays. */
  readonly solver: string | undefined;
  /** Vault of the depository's program. */
  readonly vault: string;
  readonly tokenProgramOf: TokenProgramOf;
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  readonly clock: () => number;
  /** Readings of the chain by another process. */
  readonly shared: SharedReadings | undefined;
}

/**
 * Follows the newest block, fees and the solver's balances until the signal aborts, or takes what
 * another process shares of them.
 */
export async function followChain(
  {
    config,
    assets,
    commitment,
    solver,
    vault,
    rpc,
    quorum,
    clock,
    shared,
    ...tokens
  }: FollowedChain,
  signal: AbortSignal,
): Promise<ChainMemory> {
  const { pollMs, timeoutMs, devnet, programs } = config;
  let isLeft = (): boolean => false;
  const heads = createHeads({
    rpc,
    quorum,
    commitment,
    pollMs,
    timeoutMs,
    devnet,
    clock,
    signal,
    isLeft: () => isLeft(),
  });
  const fees = createFees({
    quorum,
    accounts: solver === undefined ? [] : [solver],
    floor: priceFloorOf(config),
    ceiling: config.priceCeiling,
    clock,
  });
  const holders = new Map([[programs.depository, vault]]);
  const balances = createBalances({
    rpc,
    quorum,
    heads,
    assets,
    solver,
    holders,
    clock,
    ...tokens,
  });
  isLeft = followShared<Head, Market>({
    shape,
    shared,
    clock,
    take: (memory) => {
      balances.known.take(memory);
      if (memory.market !== undefined) fees.take(memory.market);
      const { value, observedAt } = memory.head;
      if (!isOutranked(heads, value.height, clock)) heads.publish(value, observedAt);
    },
  });
  await heads.next(undefined, signal);
  const blockhashes = createBlockhashes({ heads, clock });
  const following = { heads, afterHeadMs: 0, clock, signal, isLeft };
  await readOnHeads(() => fees.refresh(signal), following);
  await createRefresh({ rpc, parts: [balances, blockhashes], ...following });
  const share = (): string | undefined => shareMemory({ heads, fees, balances }, clock());
  return { heads, fees, balances, blockhashes, share };
}

function shareMemory(
  { heads, fees, balances }: Pick<ChainMemory, 'heads' | 'fees' | 'balances'>,
  now: number,
): string | undefined {
  const head = heads.latest();
  if (head === undefined) return undefined;
  const memory = { head, market: fees.market(), ...balances.known };
  return printMemory<Head, Market>(shape, memory, now);
}
