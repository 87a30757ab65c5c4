import { consensus } from '../parameters.js';
import { require } from '../reject.js';
import type { Tx } from './readTransaction.js';

const finalSequence = 0xffffffff;
const timeLockMin = 500_000_000;
const nullOutpoint = `${'0'.repeat(64)}:4294967295`;

/** Checks what needs no chain. @throws Reject */
export function checkTransaction(tx: Tx): void {
  require(tx.inputs.length > 0, 'bad-txns-vin-empty');
  require(tx.outputs.length > 0, 'bad-txns-vout-empty');
  require(tx.raw.byteLength(false) * 4 <= consensus.blockWeightMax, 'bad-txns-oversize');
  let total = 0n;
  for (const { value } of tx.outputs) {
    require(value >= 0n, 'bad-txns-vout-negative');
    require(value <= consensus.moneyMaxSat, 'bad-txns-vout-toolarge');
    total += value;
    require(total <= consensus.moneyMaxSat, 'bad-txns-txouttotal-toolarge');
  }
  const spent = new Set(tx.inputs.map(({ outpoint }) => outpoint));
  require(spent.size === tx.inputs.length, 'bad-txns-inputs-duplicate');
  if (tx.isCoinbase) {
    const length = tx.inputs[0]?.script.length ?? 0;
    require(length >= 2 && length <= 100, 'bad-cb-length');
  } else require(!spent.has(nullOutpoint), 'bad-txns-prevout-null');
}

/** Block that a transaction is to enter. */
export interface LockContext {
  readonly height: number;
  /** Median time of the blocks before it, seconds. */
  readonly medianTime: number;
}

/** True if the lock time lets the transaction into the block (BIP113). */
export function isFinal({ raw, inputs }: Tx, { height, medianTime }: LockContext): boolean {
  const { locktime } = raw;
  if (locktime < (locktime < timeLockMin ? height : medianTime)) return true;
  return inputs.every(({ sequence }) => sequence === finalSequence);
}

/** Coin that a relative lock counts from. */
export interface LockedCoin {
  readonly height: number;
  /** Median time of the blocks before the coin's own, seconds. */
  readonly medianTime: () => number;
}

/** True if the relative locks of all inputs let the transaction into the block (BIP68). */
export function areSequencesFinal(
  tx: Tx,
  coins: readonly LockedCoin[],
  { height, medianTime }: LockContext,
): boolean {
  if (tx.raw.version >>> 0 < 2) return true;
  return tx.inputs.every(({ sequence }, index) => {
    const coin = coins[index];
    if (coin === undefined || sequence >>> 31 === 1) return true;
    const value = sequence & 0xffff;
    if ((sequence & (1 << 22)) === 0) return coin.height + value <= height;
    return coin.medianTime() + value * 512 <= medianTime;
  });
}
