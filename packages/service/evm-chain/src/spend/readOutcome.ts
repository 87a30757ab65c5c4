import type { RpcFailure, RpcReply } from '@portage/chain-kit';
import type { Simulation } from '@portage/core/chain';
import { traceRevert } from './traceRevert.js';

const hexPattern = /^0x(?:[0-9a-fA-F]{2})*$/;

const reasonLengthMax = 200;

/** Code of JSON-RPC by which nodes tell that the call itself reverted. */
const revertCode = 3;

/** An answer that no endpoint gave. */
export const unknownOutcome: Simulation = {
  status: 'unknown',
  reason: 'no endpoint of the chain could tell',
};

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

/** Outcome of a call as `eth_call` tells it. */
export function readOutcome(reply: RpcReply | undefined): Simulation {
  if (reply === undefined || !isOutcome(reply)) return unknownOutcome;
  if (reply.ok) return { status: 'passes' };
  const { message, data } = reply.error;
  return {
    status: 'reverts',
    // A contract chooses the words, and no database stores all of them.
    reason: message.replace(/\p{Cc}/gu, ' ').slice(0, reasonLengthMax),
    revert: data === undefined || !hexPattern.test(data) ? undefined : traceRevert(data),
  };
}

/**
 * Outcome of a call that was tried in several blocks: the worst of them, because it is unknown
 * in which one it lands.
 */
export function worstOutcome(outcomes: readonly Simulation[]): Simulation {
  return (
    outcomes.find(({ status }) => status === 'reverts') ??
    outcomes.find(({ status }) => status === 'unknown') ??
    outcomes[0] ??
    unknownOutcome
  );
}
