import { bytesToHex } from '@portage/core';
import type { BroadcastResult, SignedTransaction } from '@portage/core/chain';
import { sendEverywhere, type Rpc } from '@portage/chain-kit';
import { classifySendFailure } from '../rpc/classifySendFailure.js';

/** Sends stored bytes to every endpoint at once. */
export function broadcast(
  rpc: Rpc,
  transactions: readonly SignedTransaction[],
  signal?: AbortSignal,
): Promise<readonly BroadcastResult[]> {
  const requests = transactions.map(({ raw }) => ({
    method: 'eth_sendRawTransaction',
    params: [bytesToHex(raw)],
  }));
  return sendEverywhere(rpc, requests, classifySendFailure, signal);
}
