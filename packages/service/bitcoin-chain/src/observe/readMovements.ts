import { malformedReply, readResult, type Ask } from '@portage/chain-kit';
import { scriptOf } from '@portage/bitcoin/transaction';
import type { ChainEvent } from '@portage/core/chain';
import { crypto, type Transaction } from 'bitcoinjs-lib';
import { isSameScript } from '../coins/coin.js';
import { readTransaction } from '../rpc/block.js';
import { idOf, readBytes } from '../rpc/parse.js';
import { transactionRequest } from '../rpc/requests.js';
import { decodeTransaction, type Accounts, type Output } from './decodeTransaction.js';

/**
 * Transactions that are asked for together: none is larger than a block, so their text fits into
 * one answer.
 */
const askedTogether = 6;

/** Block that holds a transaction. */
interface BlockPlace {
  readonly height: number;
  readonly hash: string;
}

/** A transaction of a block that may concern us, and which of its inputs must be known. */
interface Suspect {
  readonly transaction: Transaction;
  readonly inputs: readonly number[];
}

/** Endpoint, accounts and lifetime that movements are read with. */
export interface MovementContext {
  readonly ask: Ask;
  readonly accounts: Accounts;
  readonly signal: AbortSignal;
}

/**
 * Our events in transactions of one block. What their inputs spend is read out of the transactions
 * before, whose bytes must have the ids that the inputs name: no endpoint can tell a false one.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 */
export async function readMovements(
  context: MovementContext,
  transactions: readonly Transaction[],
  { height, hash }: BlockPlace,
): Promise<readonly ChainEvent[]> {
  const suspects = findSuspects(transactions, context.accounts);
  const spent = await readOutputs(context, suspects);
  return suspects.flatMap(({ transaction, inputs }) =>
    decodeTransaction(
      {
        isCoinbase: transaction.isCoinbase(),
        spent: new Map(inputs.map((index) => [index, outputAt(spent, transaction, index)])),
        outputs: transaction.outs,
      },
      context.accounts,
      { txId: transaction.getId(), height, blockHash: hash },
    ),
  );
}

/**
 * Transactions that pay the vault, or have an input whose witness is a key of ours. The spender of
 * a coin of ours shows that key; others may show it as well, so the coin decides. Pure.
 */
function findSuspects(
  transactions: readonly Transaction[],
  { network, vault, solver }: Accounts,
): readonly Suspect[] {
  const vaultScript = scriptOf(vault, network);
  const ours = [vaultScript, scriptOf(solver, network)];
  return transactions.flatMap((transaction): readonly Suspect[] => {
    const isArrival = transaction.outs.some(({ script }) => isSameScript(script, vaultScript));
    if (transaction.isCoinbase()) return isArrival ? [{ transaction, inputs: [] }] : [];
    const inputs = transaction.ins.flatMap(({ witness }, index) =>
      (isArrival && index === 0) || ours.some((script) => showsKeyOf(witness, script))
        ? [index]
        : [],
    );
    return inputs.length === 0 ? [] : [{ transaction, inputs }];
  });
}

/** Whether a witness is a signature and the key behind a P2WPKH script. */
function showsKeyOf(witness: readonly Uint8Array[], script: Uint8Array): boolean {
  const [, key] = witness;
  return (
    witness.length === 2 && key !== undefined && isSameScript(crypto.hash160(key), script.slice(2))
  );
}

/** Transactions that the inputs name, by their ids. */
async function readOutputs(
  { ask, signal }: MovementContext,
  suspects: readonly Suspect[],
): Promise<ReadonlyMap<string, Transaction>> {
  const ids = suspects.flatMap(({ transaction, inputs }) =>
    inputs.map((index) => outpointAt(transaction, index).txId),
  );
  const wanted = [...new Set(ids)];
  const found = new Map<string, Transaction>();
  for (let start = 0; start < wanted.length; start += askedTogether) {
    const part = wanted.slice(start, start + askedTogether);
    const replies = await ask(
      part.map((txId) => transactionRequest(txId)),
      signal,
    );
    for (const [index, txId] of part.entries()) {
      const bytes = readBytes(readResult(replies[index], 'getrawtransaction'), 'transaction');
      found.set(txId, readTransaction(bytes, txId));
    }
  }
  return found;
}

function outpointAt(
  transaction: Transaction,
  index: number,
): { readonly txId: string; readonly vout: number } {
  const input = transaction.ins[index];
  if (input === undefined) throw malformedReply('transaction');
  return { txId: idOf(input.hash), vout: input.index };
}

function outputAt(
  found: ReadonlyMap<string, Transaction>,
  transaction: Transaction,
  index: number,
): Output {
  const { txId, vout } = outpointAt(transaction, index);
  const output = found.get(txId)?.outs[vout];
  if (output === undefined) throw malformedReply('transaction: it spends what is not there');
  return output;
}
