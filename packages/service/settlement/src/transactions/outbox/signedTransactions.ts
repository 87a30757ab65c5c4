import { assert } from '@portage/core';
import type { SignedTransaction } from '@portage/core/chain';
import type { LedgerChain } from '../../books/ledger/accounts.js';
import type { Purpose } from '../settlements/obligation.js';

/** A signed transaction with what it is for, whose bytes are stored. */
export interface StoredTransaction {
  readonly purpose: Purpose;
  readonly orderId: string;
  readonly leg: string;
  readonly transaction: SignedTransaction;
}

/** The sender of a batch, and how its transactions are signed. */
export interface Signing<Intent> {
  readonly chain: LedgerChain;
  readonly sender: string;
  /** Sequence of the first transaction; the others follow without a gap. */
  readonly firstSequence: bigint;
  /** Signs intents with consecutive sequences, while their settlements are being written. */
  readonly sign: (
    intents: readonly Intent[],
    firstSequence: bigint,
  ) => Promise<readonly SignedTransaction[]>;
}

/** One of a batch of signed transactions, with the sequence that it must have. */
export function takeSigned(
  signed: readonly SignedTransaction[],
  firstSequence: bigint,
  index: number,
): SignedTransaction {
  const transaction = signed[index];
  assert(
    transaction?.sequence === firstSequence + BigInt(index),
    'sequences of a batch are contiguous',
  );
  return transaction;
}
