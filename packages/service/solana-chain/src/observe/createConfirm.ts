import { PortageError } from '@portage/core';
import type { DepositEvent, Observe } from '@portage/core/chain';
import {
  type Endpoint,
  depositDigest,
  readResult,
  type Rpc,
  type ObservedDeposits,
} from '@portage/chain-kit';
import { readHeader } from '../rpc/header.js';
import { blockRequest, transactionRequest, type Commitment } from '../rpc/requests.js';
import { decodeTransaction } from './decodeTransaction.js';
import type { Programs } from './readInvocation.js';

/** Endpoints, programs and commitment that single transactions are read with. */
export interface TransactionReadContext {
  readonly rpc: Rpc;
  readonly programs: Programs;
  readonly commitment: Commitment;
}

/** Our events in one transaction. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace({
  rpc,
  programs,
  commitment,
}: TransactionReadContext): Observe['trace'] {
  return async (txId, signal) => {
    const [result] = await rpc.read([transactionRequest(txId, commitment)], signal);
    const transaction = decodeTransaction(txId, result, programs);
    if (transaction === undefined) throw new PortageError('UNKNOWN_TRANSACTION');
    const [block] = await rpc.read([blockRequest(transaction.slot, commitment)], signal);
    return transaction.events(readHeader(transaction.slot, block).hash);
  };
}

/**
 * Asks every endpoint for the transactions and their blocks and counts those that tell the same
 * deposit, to the last field. With a quorum of one, what the observer has read itself is not asked
 * for again. An endpoint that fails or differs never counts, and the quorum stays what it is.
 */
export function createConfirm(
  context: TransactionReadContext,
  quorum: number,
  observedDeposits: ObservedDeposits,
): Observe['confirm'] {
  return async (deposits, signal) => {
    if (quorum === 1 && deposits.every(observedDeposits.has)) return deposits.map(() => true);
    const answers = await Promise.all(
      context.rpc.endpoints.map((endpoint) =>
        readDigests(endpoint, context, deposits, signal).catch(() => new Set<string>()),
      ),
    );
    return deposits.map(
      (deposit) =>
        answers.filter((digests) => digests.has(depositDigest(deposit))).length >= quorum,
    );
  };
}

/** Digests of all deposits that one endpoint tells of in the transactions. */
async function readDigests(
  endpoint: Endpoint,
  { programs, commitment }: TransactionReadContext,
  deposits: readonly DepositEvent[],
  signal?: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(deposits.map(({ txId }) => txId))];
  const replies = await endpoint.ask(
    ids.map((txId) => transactionRequest(txId, commitment)),
    signal,
  );
  // A transaction that the endpoint refuses to look up is one that it does not tell of.
  const transactions = ids.flatMap((txId, index) => {
    const reply = replies[index];
    return (reply?.ok === true ? decodeTransaction(txId, reply.result, programs) : undefined) ?? [];
  });
  const slots = [...new Set(transactions.map(({ slot }) => slot))];
  const blocks =
    slots.length === 0
      ? []
      : await endpoint.ask(
          slots.map((slot) => blockRequest(slot, commitment)),
          signal,
        );
  const hashes = new Map(
    slots.map((slot, index) => [
      slot,
      readHeader(slot, readResult(blocks[index], 'getBlock')).hash,
    ]),
  );
  const events = transactions.flatMap((transaction) =>
    transaction.events(hashes.get(transaction.slot) ?? ''),
  );
  return new Set(events.filter((event) => event.type === 'deposit').map(depositDigest));
}
