import type { EventPlace, SwapEvent } from '@portage/core/chain';
import { malformedReply } from '@portage/chain-kit';
import { readPayerSwap, type ReadPayerSwap } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { swapIdOf } from './swapId.js';
import { instructionOf, tokensInto, type Call } from './tokenTransfers.js';

/** Place of the account that receives, among those of a swap. */
const destinationAt = 2;

/**
 * Swaps that payers made alone, among the instructions of a transaction itself. The amount is what
 * the transfers within the swap brought; where a node tells fewer of them than the least, it tells
 * of no swap.
 *
 * @throws PortageError `RPC_HTTP_ERROR` where a node names an account that is none
 */
export function readPayerSwaps(
  calls: readonly Call[],
  chainId: number,
): readonly Omit<SwapEvent, keyof EventPlace>[] {
  const told = calls.map(instructionOf);
  return told.flatMap((_, place) => {
    const swap = readAt(told.slice(place));
    if (swap === undefined) return [];
    // The swap itself is behind what opens the account that it pays into.
    const swapping = calls
      .slice(place, place + swap.instructions)
      .find(({ own }) => own.programId === swap.program);
    const destination = swapping?.own.keys[destinationAt];
    const amount = swapping === undefined ? 0n : tokensInto(swapping, destination);
    const { owner, currencyOut: currency } = swap;
    return amount >= swap.least
      ? [{ type: 'swap', swapId: swapIdOf(swap, chainId), owner, currency, amount }]
      : [];
  });
}

function readAt(instructions: readonly Instruction[]): ReadPayerSwap | undefined {
  try {
    return readPayerSwap(instructions);
  } catch {
    throw malformedReply('instruction');
  }
}
