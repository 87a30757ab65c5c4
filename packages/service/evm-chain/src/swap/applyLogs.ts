import { isObject, malformedReply } from '@portage/chain-kit';
import { poolTopics, readInt, readUint } from '@portage/evm/abi';
import { readWords } from '../rpc/parse.js';
import { prepareTicks, type PoolState, type TickLiquidity, type V3State } from './poolState.js';
import { checkLiquidity } from './readPools.js';

/** The part of an `eth_getLogs` filter that names the events of pools. */
export const poolEventTopics: readonly (readonly string[])[] = [Object.values(poolTopics)];

/**
 * Pools after the events of one block. Pools that nothing happened to stay the same objects.
 *
 * @throws PortageError `RPC_HTTP_ERROR` when a log is malformed, of another block, or does not fit
 *   the pool
 */
export function applyLogs(
  pools: ReadonlyMap<string, PoolState>,
  logs: unknown,
  blockHash: string,
): ReadonlyMap<string, PoolState> {
  if (!Array.isArray(logs)) throw malformedReply('list of logs');
  const list: readonly unknown[] = logs;
  if (logs.length === 0) return pools;
  const changed = new Map(pools);
  const moved = new Set<string>();
  let previous = -1;
  for (const log of list) {
    const { address, topics, data, index } = readLog(log, blockHash);
    if (index <= previous) throw malformedReply('log: out of order');
    previous = index;
    const pool = changed.get(address);
    if (pool === undefined) continue;
    const next =
      pool.kind === 'uniswap-v2' ? applyV2(pool, topics, data) : applyV3(pool, topics, data);
    if (
      next.kind === 'uniswap-v3' &&
      pool.kind === 'uniswap-v3' &&
      next.liquidityAt !== pool.liquidityAt
    )
      moved.add(address);
    changed.set(address, next);
  }
  for (const [address, pool] of changed) {
    if (pool.kind !== 'uniswap-v3' || pool === pools.get(address)) continue;
    const whole = moved.has(address)
      ? { ...pool, ticks: prepareTicks(pool.liquidityAt, pool) }
      : pool;
    checkLiquidity(whole);
    changed.set(address, whole);
  }
  return changed;
}

interface PoolLog {
  readonly address: string;
  readonly topics: readonly unknown[];
  readonly data: unknown;
  readonly index: number;
}

function readLog(log: unknown, blockHash: string): PoolLog {
  if (
    !isObject(log) ||
    log['removed'] === true ||
    typeof log['address'] !== 'string' ||
    !Array.isArray(log['topics'])
  )
    throw malformedReply('log');
  const topics: readonly unknown[] = log['topics'];
  const index = Number(log['logIndex']);
  if (log['blockHash'] !== blockHash || !Number.isSafeInteger(index)) throw malformedReply('log');
  return { address: log['address'].toLowerCase(), topics, data: log['data'], index };
}

function applyV2<Pool extends PoolState>(
  pool: Pool,
  topics: readonly unknown[],
  data: unknown,
): Pool {
  if (topics[0] !== poolTopics.sync) return pool;
  const words = readWords(data, 2, 'Sync');
  return { ...pool, reserves: [readUint(words, 0), readUint(words, 1)] };
}

function applyV3(pool: V3State, topics: readonly unknown[], data: unknown): V3State {
  switch (topics[0]) {
    case poolTopics.swap: {
      const words = readWords(data, 5, 'Swap');
      return {
        ...pool,
        sqrtPriceX96: readUint(words, 2),
        liquidity: readUint(words, 3),
        tick: Number(readInt(words, 4)),
      };
    }
    case poolTopics.initialize: {
      const words = readWords(data, 2, 'Initialize');
      return { ...pool, sqrtPriceX96: readUint(words, 0), tick: Number(readInt(words, 1)) };
    }
    case poolTopics.mint:
      return move(pool, topics, readUint(readWords(data, 2, 'Mint'), 1));
    case poolTopics.burn:
      return move(pool, topics, -readUint(readWords(data, 1, 'Burn'), 0));
    default:
      return pool;
  }
}

/** Adds liquidity between two ticks, or takes it away. */
function move(pool: V3State, topics: readonly unknown[], amount: bigint): V3State {
  if (amount === 0n) return pool;
  const [lower, upper] = [readTick(topics[2]), readTick(topics[3])];
  const liquidityAt = new Map(pool.liquidityAt);
  shift(liquidityAt, lower, { gross: amount, net: amount });
  shift(liquidityAt, upper, { gross: amount, net: -amount });
  const isInRange = lower <= pool.tick && pool.tick < upper;
  return { ...pool, liquidityAt, liquidity: isInRange ? pool.liquidity + amount : pool.liquidity };
}

function shift(liquidityAt: Map<number, TickLiquidity>, tick: number, by: TickLiquidity): void {
  const known = liquidityAt.get(tick) ?? { gross: 0n, net: 0n };
  const next = { gross: known.gross + by.gross, net: known.net + by.net };
  if (next.gross < 0n) throw malformedReply('Burn: it takes more than there is');
  if (next.gross === 0n) liquidityAt.delete(tick);
  else liquidityAt.set(tick, next);
}

function readTick(topic: unknown): number {
  return Number(readInt(readWords(topic, 1, 'tick'), 0));
}
