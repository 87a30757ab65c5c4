import type { RelayIntent, Simulation, TransactionIntent } from '@portage/core/chain';
import type { OpenTransaction } from '../coins/availableCoins.js';
import type { Outpoint, OwnedCoin } from '../coins/coin.js';
import type { Payment } from './planPayment.js';
import type { SpendingKey } from './signTransaction.js';

/** Facts that a sweep is planned on. */
export interface SweepFacts {
  /** Output script of the depository. */
  readonly vault: Uint8Array;
  readonly open: readonly OpenTransaction[];
  /** Satoshi for a thousand virtual bytes. */
  readonly feeRate: bigint;
}

/** Sweeps of deposit addresses, for the signer. */
export interface Sweeps {
  /** Key of the address of a sweep. */
  keyOf(intent: RelayIntent): SpendingKey;
  /** Coins and outputs before the fee. @throws PortageError `SERVICE_UNAVAILABLE` */
  plan(intent: RelayIntent, facts: SweepFacts): Payment;
  /** Amount that coins of an address bring into the depository, whatever they are worth. Pure. */
  readonly amount: (coins: readonly OwnedCoin[], feeRate: bigint) => bigint;
  /**
   * Reads the coins of sweeps, which are then signed by what was read. An address where nothing is
   * worth its fee has nothing to sweep; everything else passes.
   *
   * @throws PortageError `RPC_HTTP_ERROR`
   */
  readonly simulate: (
    intents: readonly TransactionIntent[],
    signal?: AbortSignal,
  ) => Promise<readonly Simulation[]>;
  /** Takes note of coins that a transaction in a block spends. */
  readonly markSpent: (coins: readonly Outpoint[]) => void;
}
