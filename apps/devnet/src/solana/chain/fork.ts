import type { Transaction } from '../wire/decodeTransaction.js';
import { openNext } from './advance.js';
import { executeTransaction } from './executeTransaction.js';
import { openBlock, tipOf, type Block, type LedgerState } from './ledgerState.js';

/** Transactions of abandoned blocks that run again. */
export type Kept = 'all' | readonly string[];

/** Number of newest blocks, the open one included, that a fork can take back. */
export function forkDepthMax(state: LedgerState): number {
  return openBlock(state).height - tipOf(state, 'finalized').height;
}

/**
 * Takes back the newest blocks. The chain goes on from the one before, in a new slot: the abandoned
 * slots count as skipped, and their blockhashes become invalid. Kept transactions run again if
 * their blockhash still exists.
 *
 * @returns signatures of the transactions that are no longer part of the chain
 */
export function fork(state: LedgerState, depth: number, kept: Kept): readonly string[] {
  const { slot } = openBlock(state);
  const abandoned = state.blocks.splice(state.blocks.length - depth);
  for (const block of abandoned.toReversed()) takeBack(state, block);
  const parent = openBlock(state);
  for (const commitment of ['confirmed', 'finalized'] as const)
    state.announced[commitment] = Math.min(state.announced[commitment], parent.height);
  openNext(state, parent, slot + 1);
  const transactions: readonly Transaction[] = abandoned.flatMap(({ records }) =>
    records.map(({ transaction }) => transaction),
  );
  for (const transaction of transactions)
    if (kept === 'all' || kept.includes(transaction.signature))
      executeTransaction(state, transaction);
  return transactions
    .map(({ signature }) => signature)
    .filter((signature) => !state.records.has(signature));
}

function takeBack(state: LedgerState, block: Block): void {
  if (block.blockhash !== undefined) state.blockhashes.delete(block.blockhash);
  for (const [address, before] of block.before) state.bank.setAccount(address, before);
  for (const { transaction, keys } of block.records.toReversed()) {
    state.records.delete(transaction.signature);
    for (const address of new Set(keys.all)) {
      const list = state.signatures.get(address);
      list?.pop();
      if (list?.length === 0) state.signatures.delete(address);
    }
  }
}
