import type { EventPlace, SwapEvent } from '@portage/core/chain';
import { malformedReply } from '@portage/chain-kit';
import { programs, readPayerSwap, type ReadPayerSwap } from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import type { Invocation } from './readInvocation.js';
import { swapIdOf } from './swapId.js';

/** An instruction of a transaction, and the calls that programs made within it. */
export interface Call {
  readonly own: Invocation;
  readonly inner: readonly Invocation[];
}

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
  const told = calls.map(({ own }) => instructionOf(own));
  return told.flatMap((_, place) => {
    const swap = readAt(told.slice(place));
    if (swap === undefined) return [];
    // The swap itself is behind what opens the account that it pays into.
    const swapping = calls
      .slice(place, place + swap.instructions)
      .find(({ own }) => own.programId === swap.program);
    const destination = swapping?.own.keys[destinationAt];
    const amount = (swapping?.inner ?? []).reduce(
      (sum, transfer) => sum + arrivedAt(transfer, destination),
      0n,
    );
    const { owner, currencyOut: currency } = swap;
    return amount >= swap.least
      ? [{ type: 'swap', swapId: swapIdOf(swap, chainId), owner, currency, amount }]
      : [];
  });
}

/** The transaction passed, so whoever had to sign did. */
function instructionOf({ programId, keys, data }: Invocation): Instruction {
  return {
    programId,
    data,
    keys: keys.map((pubkey) => ({ pubkey, isSigner: true, isWritable: true })),
  };
}

function readAt(instructions: readonly Instruction[]): ReadPayerSwap | undefined {
  try {
    return readPayerSwap(instructions);
  } catch {
    throw malformedReply('instruction');
  }
}

/** Tokens that a transfer brings to an account; 0 of any other call. */
function arrivedAt({ programId, keys, data }: Invocation, account: string | undefined): bigint {
  if (programId !== programs.token || data.length < 9) return 0n;
  const isTransfer = data[0] === 3 && keys[1] === account;
  const isChecked = data[0] === 12 && keys[2] === account;
  if (!isTransfer && !isChecked) return 0n;
  return new DataView(data.buffer, data.byteOffset, data.byteLength).getBigUint64(1, true);
}
