import type { RpcReply } from '@portage/chain-kit';
import type { Simulation } from '@portage/core/chain';
import { hexPattern, isOutcome } from '../rpc/isOutcome.js';
import { traceRevert } from './traceRevert.js';

const reasonLengthMax = 200;

/** An answer that no endpoint gave. */
export const unknownOutcome: Simulation = {
  status: 'unknown',
  reason: 'no endpoint of the chain could tell',
};

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
