import { createScriptChecker } from '../chain/coins.js';
import { createChain, type Chain } from '../chain/createChain.js';
import type { BitcoinKeys } from '../keys/deriveBitcoinKeys.js';
import { createMempool, type Mempool } from '../mempool/createMempool.js';
import { createMiner, type Miner } from '../mining/createMiner.js';
import type { Policy } from '../parameters.js';

/** Clock that dates blocks. */
export interface NodeClock {
  /** Seconds since 1970. */
  readonly now: () => number;
  /** Moves the time of all future blocks forward. */
  shift(seconds: number): void;
}

/** Node in this process: chain, mempool and miner. */
export interface BitcoinNode {
  readonly chain: Chain;
  readonly mempool: Mempool;
  readonly miner: Miner;
  readonly clock: NodeClock;
  readonly policy: Policy;
  readonly keys: BitcoinKeys;
}

/** Options of a node. */
export interface CreateNodeOptions {
  readonly policy: Policy;
  readonly keys: BitcoinKeys;
  /** Bytes that make the blocks of this chain unlike those of any other. */
  readonly seed: Uint8Array;
}

/** Creates a node whose chain holds the first block alone. */
export function createNode({ policy, keys, seed }: CreateNodeOptions): BitcoinNode {
  const clock = createNodeClock();
  const scripts = createScriptChecker();
  const { now } = clock;
  const mempool: Mempool = createMempool({ chain: () => chain, scripts, policy, now });
  const chain = createChain({
    segwitHeight: policy.segwitHeight,
    scripts,
    now,
    onChange: (change) => mempool.follow(change),
  });
  const { script } = keys.roles.faucet;
  const miner = createMiner({ chain, mempool, policy, script, now, seed });
  return { chain, mempool, miner, clock, policy, keys };
}

/** Creates a clock that shows the system's time until it is shifted. */
function createNodeClock(): NodeClock {
  let ahead = 0;
  return {
    now: () => Math.floor(Date.now() / 1000) + ahead,
    shift: (seconds) => void (ahead += seconds),
  };
}
