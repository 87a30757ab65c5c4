import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import type { RpcRequest } from '@portage/chain-kit';
import type { Sender } from '@portage/chain-kit/send';
import { classifySendFailure } from './classifySendFailure.js';
import { readStoredBytes } from './storedBytes.js';

/**
 * Gives stored bytes to nodes. They are not tried out first: what fails must fail on the chain,
 * where it can be seen.
 */
export function broadcast(
  sender: Sender,
  transactions: readonly SignedTransaction[],
  signal?: AbortSignal,
): Promise<readonly BroadcastResult[]> {
  const sendings = transactions.map((transaction) => ({
    txId: transaction.txId,
    request: sendRequest(transaction),
  }));
  return sender.send(sendings, classifySendFailure, signal);
}

function sendRequest({ raw }: SignedTransaction): RpcRequest {
  return {
    method: 'sendTransaction',
    params: [
      Buffer.from(readStoredBytes(raw).transaction).toString('base64'),
      { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed' },
    ],
  };
}
