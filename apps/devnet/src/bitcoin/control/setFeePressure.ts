import { reservedWeight } from '../mining/createMiner.js';
import { feeAt } from '../mempool/entry.js';
import type { BitcoinNode } from '../node/createNode.js';
import { require } from '../reject.js';
import { hex } from '../transaction/hashes.js';
import type { Tx, TxOutput } from '../transaction/readTransaction.js';
import { spendable } from './createFaucet.js';
import { signTransfer, type OwnCoin } from './signTransfer.js';

/** Blocks that others' transactions fill. */
export interface FeePressure {
  /** Rate that the others pay, satoshis a virtual byte; 0 takes their transactions away. */
  readonly satPerVb: number;
  /** Number of blocks that they fill. */
  readonly blocks: number;
}

/** Large transactions in a block. Small ones fill the rest, so that no cheap one finds room. */
const largeInBlock = 30;
/** Chains of large transactions; all other coins of the crowd carry small ones. */
const largeChains = 12;
const smallestCoinSat = 1_0000_0000n;
const outputSat = 1_000n;
const outputWeight = 124;

/**
 * Fills the next blocks with transactions of a crowd, in place of those of the crowd that wait.
 * A transaction that pays less than the rate waits until those blocks are mined.
 *
 * @returns the number of transactions
 * @throws Reject when the coins of the crowd do not suffice
 */
export function setFeePressure(node: BitcoinNode, { satPerVb, blocks }: FeePressure): number {
  const key = node.keys.roles.crowd;
  for (const { tx } of node.mempool.touching(hex(key.script))) node.mempool.drop(tx.id);
  if (satPerVb === 0) return 0;
  const coins = [...spendable(node, key)].filter(({ value }) => value >= smallestCoinSat);
  const [first] = coins;
  require(first !== undefined &&
    coins.length > largeChains, 'the crowd has too few coins', 'Mine a block, then ask again.');
  const room = node.policy.minedWeightMax - reservedWeight;
  const small = signTransfer([first], [{ script: key.script, value: first.value }]);
  const spare = room / largeInBlock - small.weight;
  const others: readonly TxOutput[] = Array.from(
    { length: Math.max(Math.floor(spare / outputWeight), 0) },
    () => ({ script: key.script, value: outputSat }),
  );
  const large = signTransfer([first], [...small.outputs, ...others]);
  const largeCount = Math.floor(room / large.weight);
  // A transaction that pays more takes the place of a large one, which leaves a gap of its size.
  const gap = room - (largeCount - 1) * large.weight;
  const smallCount = Math.ceil(gap / small.weight) + 1;
  const rate = BigInt(satPerVb) * 1_000n;
  // Large ones pay a little more, also after rounding, so that miners take them first.
  const plans: readonly Plan[] = [
    { coins: coins.slice(0, largeChains), count: largeCount * blocks, rate, shape: large, others },
    {
      coins: coins.slice(largeChains),
      count: smallCount * blocks,
      rate: (rate * 95n) / 100n,
      shape: small,
      others: [],
    },
  ];
  for (const plan of plans) send(node, plan);
  return plans.reduce((sum, { count }) => sum + count, 0);
}

/** Transactions of one size. */
interface Plan {
  /** Coins that chains of transactions begin with. */
  readonly coins: readonly OwnCoin[];
  readonly count: number;
  /** Satoshis a kilobyte. */
  readonly rate: bigint;
  /** Transaction of that size. */
  readonly shape: Tx;
  /** Outputs beside the change. */
  readonly others: readonly TxOutput[];
}

/** Sends transactions in chains, one of each chain after the other. @throws Reject */
function send({ mempool }: BitcoinNode, { coins, count, rate, shape, others }: Plan): void {
  const chains = [...coins];
  const paid = others.reduce((sum, { value }) => sum + value, feeAt(rate, shape.vsize + 1));
  for (let index = 0; index < count; index += 1) {
    const place = index % chains.length;
    const coin = chains[place];
    require(coin !== undefined && coin.value > paid + outputSat, 'the crowd has too few coins');
    const change = { script: coin.key.script, value: coin.value - paid };
    const { tx } = mempool.accept(signTransfer([coin], [change, ...others]));
    chains[place] = { ...coin, txId: tx.id, vout: 0, value: change.value };
  }
}
