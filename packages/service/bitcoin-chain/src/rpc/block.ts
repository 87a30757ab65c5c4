import { malformedReply } from '@portage/chain-kit';
import { Block, Transaction } from 'bitcoinjs-lib';
import { idOf } from './parse.js';

/** Start of the output in which a block commits to its witnesses (BIP-141). */
const witnessCommitment = '6a24aa21a9ed';

/**
 * Transactions of a block as its bytes say, which are those that its header commits to, witnesses
 * included.
 *
 * @param hash - id of the block
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export function readBlock(bytes: Uint8Array, hash: string): readonly Transaction[] {
  const block = parse(() => Block.fromBuffer(bytes), 'block');
  const transactions = block.transactions ?? [];
  const [coinbase] = transactions;
  if (coinbase === undefined || idOf(block.getHash()) !== hash) throw malformedReply('block');
  // Pairs of equal transactions have the root of a list without them.
  const isWhole = new Set(transactions.map((each) => each.getId())).size === transactions.length;
  const isCommitted = coinbase.outs.some(({ script }) =>
    Buffer.from(script).toString('hex').startsWith(witnessCommitment),
  );
  if (!isWhole || isCommitted !== block.hasWitnessCommit() || !parse(() => block.checkTxRoots()))
    throw malformedReply('block: its transactions are not those of its header');
  return transactions;
}

/** A transaction of the id that it was asked for by. @throws PortageError `RPC_HTTP_ERROR` */
export function readTransaction(bytes: Uint8Array, txId: string): Transaction {
  const transaction = parse(() => Transaction.fromBuffer(bytes), 'transaction');
  if (transaction.getId() !== txId) throw malformedReply('transaction: it has another id');
  return transaction;
}

/** Runs a reader of the library, which throws errors of its own. */
function parse<Value>(read: () => Value, what = 'block'): Value {
  try {
    return read();
  } catch {
    throw malformedReply(what);
  }
}
