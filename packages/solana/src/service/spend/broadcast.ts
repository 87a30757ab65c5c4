import type { BroadcastResult, SignedTransaction } from '@portage/core';
import type { Rpc, RpcReply, RpcRequest } from '@portage/rpc';
import { classifySendFailure } from './classifySendFailure.js';
import { readStoredBytes } from './storedBytes.js';

/**
 * Sends stored bytes to every endpoint at once, in one batch each. They are not tried out first: what fails must fail on
 * the chain, where it can be seen. The answer comes as soon as one endpoint has taken them all; otherwise when all have
 * answered. Refused means refused by every one that could be reached, and one that could not be reached makes it unknown.
 */
export async function broadcast(rpc: Rpc, transactions: readonly SignedTransaction[], signal?: AbortSignal): Promise<readonly BroadcastResult[]> {
  if (transactions.length === 0) return [];
  const requests = transactions.map(sendRequest);
  const attempts = rpc.endpoints.map((endpoint) =>
    endpoint.ask(requests, signal).then(
      (replies) => replies.map(judge),
      (): readonly BroadcastResult[] => requests.map(() => ({ status: 'unknown', reason: `${endpoint.label} could not be reached` })),
    ),
  );
  const complete = attempts.map(async (attempt) => {
    const results = await attempt;
    return results.every((result) => result.status === 'accepted') ? results : Promise.reject(new Error('not by this endpoint'));
  });
  return Promise.any(complete).catch(async () => {
    const all = await Promise.all(attempts);
    return requests.map((_, index) => strongest(all.flatMap((results) => results[index] ?? [])));
  });
}

function sendRequest({ raw }: SignedTransaction): RpcRequest {
  return { method: 'sendTransaction', params: [Buffer.from(readStoredBytes(raw).transaction).toString('base64'), { encoding: 'base64', skipPreflight: true, preflightCommitment: 'confirmed' }] };
}

function judge(reply: RpcReply): BroadcastResult {
  if (reply.ok) return { status: 'accepted' };
  const kind = classifySendFailure(reply.error);
  if (kind === 'known') return { status: 'accepted' };
  return { status: kind === 'refused' ? 'rejected' : 'unknown', reason: reply.error.message };
}

function strongest(results: readonly BroadcastResult[]): BroadcastResult {
  return (
    results.find((result) => result.status === 'accepted') ??
    results.find((result) => result.status === 'unknown') ??
    results[0] ?? { status: 'unknown', reason: 'no endpoint answered' }
  );
}
