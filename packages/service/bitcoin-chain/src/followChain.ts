import {
  createKnownBalances,
  followShared,
  isOutranked,
  printMemory,
  readOnHeads,
  type KnownBalances,
  type Quorum,
  type Rpc,
} from '@portage/chain-kit';
import { bitcoinCodec } from '@portage/bitcoin/codec';
import type { SharedReadings } from '@portage/core/plugin';
import type { ParsedChainConfig } from './chainConfig.js';
import { createFees, type FeeMemory } from './gas/createFees.js';
import { createHeads, type Heads } from './observe/createHeads.js';
import { createTip, type Tip } from './observe/createTip.js';
import { withTimer } from './observe/withTimer.js';
import type { Header } from './rpc/header.js';

/** Members of what processes share; another number for others. */
const shape = 'bvm-1';

/** State of the chain that is kept in memory and read again on every head. */
export interface ChainMemory {
  readonly heads: Heads;
  /** Newest block with the time at which it was last told. */
  readonly tip: Pick<Tip<Header>, 'latest'>;
  readonly fees: FeeMemory;
  /** The solver's own, as another process shares it. */
  readonly balances: Pick<KnownBalances, 'spendable'>;
  /** Whether another process reads the chain for this one now. */
  readonly isLeft: () => boolean;
  /**
   * Block, fees and balance as text for other processes; undefined before the first block.
   *
   * @param balance - satoshi of the solver; undefined while not known
   */
  readonly share: (balance: bigint | undefined) => string | undefined;
}

/** Chain that is followed. */
export interface FollowedChain {
  readonly config: ParsedChainConfig;
  readonly rpc: Rpc;
  readonly quorum: Quorum;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Readings of the chain that another process shares. */
  readonly shared: SharedReadings | undefined;
}

/**
 * Follows the newest block and the fees until the signal aborts, or takes what another process
 * shares of them, and of the solver's balance.
 */
export async function followChain(
  { config, rpc, quorum, clock, shared }: FollowedChain,
  signal: AbortSignal,
): Promise<ChainMemory> {
  const { network, pollMs, timeoutMs } = config;
  let isLeft = (): boolean => false;
  const tip = createTip<Header>(clock);
  const heads = createHeads({
    rpc,
    quorum,
    network,
    pollMs,
    timeoutMs,
    tip,
    clock,
    signal,
    isLeft: () => isLeft(),
  });
  const fees = createFees({ quorum, isQuiet: network === 'regtest', clock });
  const balances = createKnownBalances(clock);
  isLeft = followShared<Header, bigint>({
    shape,
    shared,
    clock,
    take: (memory) => {
      balances.take(memory);
      if (memory.market !== undefined) fees.take(memory.market);
      const { value, observedAt } = memory.head;
      if (isOutranked(heads, value.height, clock)) return;
      heads.publish(value, observedAt);
      tip.tell(value, observedAt);
    },
  });
  await heads.next(undefined, signal);
  await readOnHeads(() => fees.refresh(signal), {
    heads: withTimer(heads, signal),
    afterHeadMs: 0,
    clock,
    signal,
    isLeft,
  });
  const share = (balance: bigint | undefined): string | undefined => {
    const head = tip.latest();
    if (head === undefined) return undefined;
    const now = clock();
    const own = balance === undefined ? [] : [{ value: balance, observedAt: now }];
    return printMemory<Header, bigint>(
      shape,
      {
        head,
        market: fees.market(),
        faults: new Map(),
        balances: new Map(own.map((observed) => [bitcoinCodec.nativeCurrency, observed])),
      },
      now,
    );
  };
  return { heads, tip, fees, balances, isLeft, share };
}
