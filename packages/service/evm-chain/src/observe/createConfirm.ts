import { PortageError } from '@portage/core';
import type { DepositEvent, Observe } from '@portage/core/chain';
import {
  depositDigest,
  isObject,
  type Rpc,
  type RpcReply,
  type ObservedDeposits,
} from '@portage/chain-kit';
import { decodeLogs, type Contracts } from './logs.js';

/** Our events in one transaction, from its receipt. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace(rpc: Rpc, contracts: Contracts): Observe['trace'] {
  return async (txId, signal) => {
    const [receipt] = await rpc.read(
      [{ method: 'eth_getTransactionReceipt', params: [txId] }],
      signal,
    );
    if (receipt === null || !isObject(receipt)) throw new PortageError('UNKNOWN_TRANSACTION');
    return decodeLogs(receipt['logs'], contracts);
  };
}

/**
 * Asks every endpoint for the receipts and counts those that tell the same deposit, to the last
 * field. With a quorum of one, what the observer has read itself is not asked for again. An
 * endpoint that fails or differs never counts, and the quorum stays what it is.
 */
export function createConfirm(
  rpc: Rpc,
  contracts: Contracts,
  quorum: number,
  observedDeposits: ObservedDeposits,
): Observe['confirm'] {
  return async (deposits, signal) => {
    if (quorum === 1 && deposits.every(observedDeposits.has)) return deposits.map(() => true);
    const requests = deposits.map((deposit) => ({
      method: 'eth_getTransactionReceipt',
      params: [deposit.txId],
    }));
    const answers = await rpc.each(requests, signal);
    return deposits.map(
      (deposit, index) =>
        answers.filter((replies) => tells(replies?.[index], deposit, contracts)).length >= quorum,
    );
  };
}

function tells(reply: RpcReply | undefined, deposit: DepositEvent, contracts: Contracts): boolean {
  if (reply?.ok !== true || !isObject(reply.result) || reply.result['status'] !== '0x1')
    return false;
  try {
    return decodeLogs(reply.result['logs'], contracts).some(
      (event) => event.type === 'deposit' && depositDigest(event) === depositDigest(deposit),
    );
  } catch {
    // A malformed receipt does not agree.
    return false;
  }
}
