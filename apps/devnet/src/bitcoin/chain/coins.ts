import { consensus } from '../parameters.js';
import { require } from '../reject.js';
import { verifyInput } from '../script/verifyInput.js';
import { areSequencesFinal, type LockContext } from '../transaction/checkTransaction.js';
import type { Tx, TxOutput } from '../transaction/readTransaction.js';
import { hex } from '../transaction/hashes.js';

/** Unspent output. */
export interface Coin extends TxOutput {
  /** Height of its block. */
  readonly height: number;
  readonly isCoinbase: boolean;
}

/** Place where the coins of a transaction are spent. */
export interface SpendContext extends LockContext {
  /** Median time of the blocks before a height of this branch, seconds. */
  readonly medianTimeBefore: (height: number) => number;
}

/**
 * Checks locks, maturity and amounts of a transaction.
 *
 * @returns its fee
 * @throws Reject
 */
export function checkSpend(tx: Tx, coins: readonly Coin[], context: SpendContext): bigint {
  const locked = coins.map(({ height }) => ({
    height,
    medianTime: () => context.medianTimeBefore(height),
  }));
  require(areSequencesFinal(tx, locked, context), 'non-BIP68-final');
  for (const { isCoinbase, height } of coins)
    require(!isCoinbase ||
      context.height - height >=
        consensus.coinbaseMaturity, 'bad-txns-premature-spend-of-coinbase', `bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth ${context.height - height}`);
  const paidIn = sumOf(coins);
  const paidOut = sumOf(tx.outputs);
  require(paidIn >=
    paidOut, 'bad-txns-in-belowout', `bad-txns-in-belowout, value in (${formatBitcoin(paidIn)}) < value out (${formatBitcoin(paidOut)})`);
  return paidIn - paidOut;
}

/** Verifies scripts, each transaction once. */
export interface ScriptChecker {
  /** @throws Reject when an input may not spend its coin */
  check(tx: Tx, coins: readonly Coin[]): void;
}

/** Number of transactions whose scripts are remembered as sound, at most. */
const knownMax = 50_000;

/** Creates a checker that remembers what it found sound. */
export function createScriptChecker(): ScriptChecker {
  const known = new Set<string>();
  return {
    check: (tx, coins) => {
      const key = hex(tx.witnessHash);
      if (known.has(key)) return;
      for (const index of tx.inputs.keys()) {
        const fault = verifyInput(tx, index, coins);
        const reason = `mandatory-script-verify-flag-failed (${fault ?? ''})`;
        require(fault === undefined, reason, `${reason}, input ${index} of ${tx.id}`);
      }
      if (known.size >= knownMax) known.clear();
      known.add(key);
    },
  };
}

/** Sum of values, satoshis. */
export function sumOf(outputs: readonly TxOutput[]): bigint {
  return outputs.reduce((sum, { value }) => sum + value, 0n);
}

/** Amount in bitcoin with eight decimals. */
export function formatBitcoin(satoshis: bigint): string {
  const text = (satoshis < 0n ? -satoshis : satoshis).toString().padStart(9, '0');
  return `${satoshis < 0n ? '-' : ''}${text.slice(0, -8)}.${text.slice(-8)}`;
}
