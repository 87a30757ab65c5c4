import { isPortageError } from '@portage/core';
import type { ChainEvent } from '@portage/core/chain';
import type { RpcReply } from '@portage/chain-kit';

/**
 * The longest list of events among the answers of several endpoints. An endpoint that failed,
 * refused or sent nonsense has no say.
 */
export function mostCompleteLogs(
  replies: readonly (RpcReply | undefined)[],
  decode: (logs: unknown) => readonly ChainEvent[],
): readonly ChainEvent[] {
  const lists = replies.map((reply) => {
    if (reply?.ok !== true) return [];
    try {
      return decode(reply.result);
    } catch (error) {
      if (!isPortageError(error, 'RPC_HTTP_ERROR')) throw error;
      return [];
    }
  });
  return lists.reduce((longest, list) => (list.length > longest.length ? list : longest), []);
}
