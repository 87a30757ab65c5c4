import { consensus } from '../parameters.js';
import type { BitcoinNode } from './createNode.js';
import type { BlockNode } from '../chain/blockTree.js';
import type { TxOutput } from '../transaction/readTransaction.js';

const coinSat = 10_0000_0000n;
const coinsABlock = 5;
const solverCoins = 100;
const crowdCoins = 25;
const faucetCoins = 200;
const secondsBetween = 60;

/**
 * Mines blocks whose coinbases fund the accounts in coins of 10 bitcoin, and as many more as make
 * them spendable: one coin for each user, 100 for the solver.
 *
 * @returns the last block
 */
export function fundAccounts({ miner, keys, clock, chain }: BitcoinNode): BlockNode {
  const { solver, crowd, faucet } = keys.roles;
  const coins: readonly TxOutput[] = [
    ...keys.users.map(({ script }) => ({ script, value: coinSat })),
    ...repeat(solver.script, solverCoins),
    ...repeat(crowd.script, crowdCoins),
    ...repeat(faucet.script, faucetCoins),
  ];
  const funding = Math.ceil(coins.length / coinsABlock);
  const total = funding + consensus.coinbaseMaturity;
  const start = clock.now() - total * secondsBetween;
  for (let index = 0; index < total; index += 1) {
    const outputs = coins.slice(index * coinsABlock, (index + 1) * coinsABlock);
    const time = start + index * secondsBetween;
    miner.mine({ time, ...(outputs.length > 0 ? { outputs } : {}) });
  }
  return chain.tip;
}

function repeat(script: Uint8Array, count: number): readonly TxOutput[] {
  return Array.from({ length: count }, () => ({ script, value: coinSat }));
}
