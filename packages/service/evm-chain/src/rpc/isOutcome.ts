import type { RpcFailure, RpcReply } from '@portage/chain-kit';

/** Bytes as nodes write them. */
export const hexPattern: RegExp = /^0x(?:[0-9a-fA-F]{2})*$/;

/** Code of JSON-RPC by which nodes tell that the call itself reverted. */
const revertCode = 3;

/**
 * Whether a refusal says that the call reverts: it has the code for it, or the bytes that the call
 * reverted with. Anything else, such as a limit of requests or a block that the node lacks, says
 * something of the node.
 */
function isRevert({ code, data }: RpcFailure): boolean {
  return code === revertCode || (data !== undefined && data.length > 2 && hexPattern.test(data));
}

/** Whether a reply to `eth_call` says what the call does. */
export function isOutcome(reply: RpcReply): boolean {
  return reply.ok ? typeof reply.result === 'string' : isRevert(reply.error);
}
