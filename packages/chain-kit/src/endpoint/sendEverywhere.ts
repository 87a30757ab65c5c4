import type { BroadcastResult } from '@portage/core/chain';
import { isUnderpriced } from '@portage/core/plugin';
import type { RpcFailure, RpcReply, RpcRequest } from './ask.js';
import type { Rpc } from './createRpc.js';

/**
 * Meaning of a node's refusal of signed bytes. `known`: it has them already. `refused`: it has not
 * kept them. `underpriced`: the same, for their fee alone. `ambiguous`: they may still land, or
 * have landed.
 */
export type SendFailure = 'known' | 'refused' | 'underpriced' | 'ambiguous';

/**
 * Sends stored bytes to every endpoint at once, in one batch each; of one operator's endpoints to
 * each as well, as one that did not answer may have taken what the next refuses. The answer comes
 * as soon as one endpoint has taken them all; otherwise when all have answered. Refused means
 * refused by every one, and one that could not be reached makes it unknown.
 *
 * @example
 * ```ts
 * const answers = await sendEverywhere(
 *   rpc,
 *   [{ method: 'eth_sendRawTransaction', params: ['0x02…'] }],
 *   () => 'ambiguous',
 *   signal,
 * );
 * ```
 */
export async function sendEverywhere(
  rpc: Pick<Rpc, 'endpoints'>,
  requests: readonly RpcRequest[],
  classify: (failure: RpcFailure) => SendFailure,
  signal?: AbortSignal,
): Promise<readonly BroadcastResult[]> {
  if (requests.length === 0) return [];
  const judge = (reply: RpcReply): BroadcastResult => {
    const kind = reply.ok ? 'known' : classify(reply.error);
    if (reply.ok || kind === 'known') return { status: 'accepted' };
    const reason = reply.error.message;
    if (kind === 'ambiguous') return { status: 'unknown', reason };
    return { status: 'rejected', reason, ...(kind === 'underpriced' && { isUnderpriced: true }) };
  };
  const endpoints = rpc.endpoints.flatMap((endpoint) => endpoint.members ?? [endpoint]);
  const attempts = endpoints.map((endpoint) =>
    endpoint.ask(requests, signal).then(
      (replies) => replies.map(judge),
      (): readonly BroadcastResult[] =>
        requests.map(() => ({
          status: 'unknown',
          reason: `${endpoint.label} could not be reached`,
        })),
    ),
  );
  const complete = attempts.map(async (attempt) => {
    const results = await attempt;
    return results.every((result) => result.status === 'accepted')
      ? results
      : Promise.reject(new Error('not by this endpoint'));
  });
  return Promise.any(complete).catch(async () => {
    const all = await Promise.all(attempts);
    return requests.map((_, index) => strongest(all.flatMap((results) => results[index] ?? [])));
  });
}

function strongest(results: readonly BroadcastResult[]): BroadcastResult {
  return (
    results.find((result) => result.status === 'accepted') ??
    results.find((result) => result.status === 'unknown') ??
    results.find(isUnderpriced) ??
    results[0] ?? { status: 'unknown', reason: 'no endpoint answered' }
  );
}
