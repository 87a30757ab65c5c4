import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import { sendEverywhere, type Rpc, type RpcRequest } from '@portage/chain-kit';
import { classifySendFailure } from './classifySendFailure.js';
import { readStoredBytes } from './storedBytes.js';

/**
 * Sends stored bytes to every endpoint at once. They are not tried out first: what fails must fail
 * on the chain, where it can be seen.
 */
export function broadcast(
  rpc: Rpc,
  transactions: readonly SignedTransaction[],
  signal?: AbortSignal,
): Promise<readonly BroadcastResult[]> {
  return sendEverywhere(rpc, transactions.map(sendRequest), classifySendFailure, signal);
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
