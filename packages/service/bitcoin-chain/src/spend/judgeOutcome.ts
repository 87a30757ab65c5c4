import type { TransactionOutcome } from '@portage/core/chain';
import type { OwnedCoin } from '../coins/coin.js';

/** Block that has a transaction. */
export interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** Facts of one of our transactions, by a quorum of endpoints. */
export interface OutcomeFacts {
  /** Block of the transaction. */
  readonly block: BlockPlace | undefined;
  /** Whether it waits in a mempool. */
  readonly isPending: boolean;
  /** Satoshi. */
  readonly fee: bigint;
  readonly inputs: readonly CoinFate[];
  /** Newest block that no reorg takes back. */
  readonly finalizedHeight: number;
}

/** Fate of a coin that it spends. */
export interface CoinFate extends Pick<OwnedCoin, 'txId' | 'vout'> {
  /** Transaction in a block that spends it, and the block. */
  readonly spender?: (BlockPlace & { readonly txId: string }) | undefined;
  /**
   * Transaction in a block that spends a coin of the one which would have made this coin: then it
   * will never be.
   */
  readonly parentRival?: BlockPlace | undefined;
}

/**
 * Judges what became of a transaction of ours. It counts as replaced only when another one that
 * spends a coin of it, or of one that it is built on, is in a block that no reorg takes back: until
 * then the same bytes may land after all, and a payment that is decided again would be made twice.
 * Coins tell it, not ids: who changes the bytes of an unconfirmed one changes its id. Pure.
 */
export function judgeOutcome(
  txId: string,
  { block, isPending, fee, inputs, finalizedHeight }: OutcomeFacts,
): TransactionOutcome {
  if (block !== undefined)
    return { status: 'mined', height: block.height, blockHash: block.hash, gasCost: fee };
  const isGone = inputs.some(
    ({ spender, parentRival }) =>
      (spender !== undefined && spender.txId !== txId && spender.height <= finalizedHeight) ||
      (parentRival !== undefined && parentRival.height <= finalizedHeight),
  );
  if (isGone) return { status: 'replaced' };
  return { status: isPending ? 'pending' : 'missing' };
}
