import type { Message } from '../wire/decodeTransaction.js';
import { tipOf, type Block, type Commitment, type LedgerState } from './ledgerState.js';

/** A blockhash and until when it may be used. */
export interface UsableBlockhash {
  readonly blockhash: string;
  readonly lastValidBlockHeight: number;
}

/** The newest blockhash of a commitment. The open block has none yet, so it is that of the block before. */
export function latestBlockhash(state: LedgerState, commitment: Commitment): UsableBlockhash {
  const tip = tipOf(state, commitment);
  const height = tip.blockhash === undefined ? tip.height - 1 : tip.height;
  return { blockhash: tip.blockhash ?? tip.previousBlockhash, lastValidBlockHeight: height + state.settings.blockhashWindow };
}

/** The block whose hash a message uses, when that may still be used at a commitment. */
export function findBlockhash(state: LedgerState, { blockhash }: Pick<Message, 'blockhash'>, commitment: Commitment): Block | undefined {
  const block = state.blockhashes.get(blockhash);
  const tip = tipOf(state, commitment);
  if (block === undefined || block.height > tip.height) return undefined;
  return tip.height <= block.height + state.settings.blockhashWindow ? block : undefined;
}
