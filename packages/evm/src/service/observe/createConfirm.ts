import type { ChainEvent, DepositEvent, Observe } from '@portage/core';
import { PortageError } from '@portage/core';
import type { RpcReply } from '../rpc/ask.js';
import type { Rpc } from '../rpc/createRpc.js';
import { isObject } from '../rpc/parse.js';
import { decodeLogs, type Contracts } from './logs.js';

/** Our events in one transaction, from its receipt. @throws PortageError `UNKNOWN_TRANSACTION` */
export function createTrace(rpc: Rpc, contracts: Contracts): Observe['trace'] {
  return async (txId, signal) => {
    const [receipt] = await rpc.read([{ method: 'eth_getTransactionReceipt', params: [txId] }], signal);
    if (receipt === null || !isObject(receipt)) throw new PortageError('UNKNOWN_TRANSACTION');
    return decodeLogs(receipt['logs'], contracts);
  };
}

/**
 * Asks every endpoint for the receipts and counts those that tell the same deposit, to the last field. With a quorum
 * of one the observer has read the deposit itself already. An endpoint that fails or differs never counts, and the
 * quorum stays what it is.
 */
export function createConfirm(rpc: Rpc, contracts: Contracts, quorum: number): Observe['confirm'] {
  return async (deposits, signal) => {
    if (quorum === 1) return deposits.map(() => true);
    const requests = deposits.map((deposit) => ({ method: 'eth_getTransactionReceipt', params: [deposit.txId] }));
    const answers = await rpc.each(requests, signal);
    return deposits.map((deposit, index) => answers.filter((replies) => tells(replies?.[index], deposit, contracts)).length >= quorum);
  };
}

function tells(reply: RpcReply | undefined, deposit: DepositEvent, contracts: Contracts): boolean {
  if (reply?.ok !== true || !isObject(reply.result) || reply.result['status'] !== '0x1') return false;
  try {
    return decodeLogs(reply.result['logs'], contracts).some((event) => isSame(event, deposit));
  } catch {
    // A malformed receipt does not agree.
    return false;
  }
}

function isSame(event: ChainEvent, deposit: DepositEvent): boolean {
  return (
    event.type === 'deposit' && event.txId === deposit.txId && event.ordinal === deposit.ordinal && event.height === deposit.height &&
    event.blockHash === deposit.blockHash && event.orderId === deposit.orderId && event.depositor === deposit.depositor &&
    event.payer === deposit.payer && event.currency === deposit.currency && event.amount === deposit.amount
  );
}
