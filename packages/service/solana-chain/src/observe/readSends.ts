import type { EventPlace, SwapEvent } from '@portage/core/chain';
import { malformedReply } from '@portage/chain-kit';
import { readSend } from '@portage/solana/program';
import type { Invocation } from './readInvocation.js';
import { sendIdOf } from './sendId.js';

/**
 * Plain transfers with a reference among the instructions of a transaction itself. Those that
 * programs make within them do not count: the payer signed for something else.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where a node names an account that is none
 */
export function readSends(
  instructions: readonly Invocation[],
  chainId: number,
): readonly Omit<SwapEvent, keyof EventPlace>[] {
  const told = instructions.map(({ programId, keys, data }) => ({
    programId,
    data,
    keys: keys.map((pubkey) => ({ pubkey })),
  }));
  return told.flatMap((_, place) => {
    const send = readAt(told.slice(place));
    const { reference } = send ?? {};
    // One of nothing only says what the instructions behind it are for.
    if (send === undefined || reference === undefined || send.amount === 0n) return [];
    const { payer: owner, currency, amount } = send;
    const swapId = sendIdOf({ ...send, reference }, chainId);
    return [{ type: 'swap', swapId, owner, currency, amount }];
  });
}

function readAt(instructions: Parameters<typeof readSend>[0]): ReturnType<typeof readSend> {
  try {
    return readSend(instructions);
  } catch {
    throw malformedReply('instruction');
  }
}
