import type { SignedTransaction } from './transaction.js';

/** Coins that one is made of: so many of a value, and what is left over beside them. */
export interface CoinSplit {
  readonly type: 'split';
  /** Number of the new coins. */
  readonly count: number;
  /** Value of each, smallest units. */
  readonly value: bigint;
}

/** Coins below a value that become one. */
export interface CoinConsolidation {
  readonly type: 'consolidate';
  /** Value that a coin is gathered below, smallest units. */
  readonly below: bigint;
}

/** A change of the sender's own coins that pays nobody, and its bounds. */
export type CoinChange = (CoinSplit | CoinConsolidation) & {
  /**
   * Highest fee rate, smallest units for a thousand units of gas. Default: twice the rate of now,
   * and never more than the ceiling of the chain.
   */
  readonly feeRateMax?: bigint | undefined;
  /** Coins that stay for payments side by side, where there are so many. */
  readonly keep: number;
};

/** A coin of the sender. */
export interface OwnCoin {
  readonly txId: string;
  /** Place among the outputs of its transaction. */
  readonly vout: number;
  /** Smallest units. */
  readonly value: bigint;
}

/** Call of the outbox that carries a change out. */
export interface CoinCall {
  readonly to: string;
  readonly data: string;
  /** Gas that it uses, in units. */
  readonly gasLimit: number;
  /** Fee above which it is not made, smallest units. */
  readonly worth: bigint;
}

/** A change of coins by what is known now. Amounts are smallest units of the native currency. */
export interface CoinPlan {
  /** Coins that are spent. */
  readonly inputs: readonly OwnCoin[];
  /** Values that come back to the sender, what is left over last. */
  readonly outputs: readonly bigint[];
  readonly fee: bigint;
  /** Rate of now, for a thousand units of gas. */
  readonly feeRate: bigint;
  /** Coins of the sender that are free and worth their fee, before and afterwards. */
  readonly coins: { readonly before: number; readonly after: number };
  /** Value of them afterwards. */
  readonly left: bigint;
  readonly call: CoinCall;
}

/** Control over the coins of a sender, on a chain where coins are spent. */
export interface CoinControl {
  /** The account whose coins they are. */
  readonly sender: string;
  /**
   * Plan of a change, of coins in blocks that no open transaction spends. From memory, without a
   * network call.
   *
   * @param open - transactions of the sender that may still land
   * @throws PortageError `INSUFFICIENT_FUNDS` where the coins are not enough, `INVALID_REQUEST`
   *   where too few would stay, `SERVICE_UNAVAILABLE` where fees are above the bound or not known
   */
  plan(change: CoinChange, open: readonly SignedTransaction[]): CoinPlan;
}
