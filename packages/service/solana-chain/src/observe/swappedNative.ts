import {
  associatedTokenAddress,
  programs,
  readTokenTransfer,
  readWalletSwap,
  wrappedSol,
} from '@portage/solana/program';
import type { Instruction } from '@portage/solana/transaction';
import { solanaCodec } from '@portage/solana/codec';
import { instructionOf, tokensInto, tokensOutOf, type Call } from './tokenTransfers.js';

/**
 * Lamports that an account gave to swaps among the instructions of a transaction, less those that
 * swaps brought it. They are no fees, although they left the account, or came to it.
 */
export function swappedNative(calls: readonly Call[], owner: string): bigint {
  const told = calls.map(instructionOf);
  return movedByItself(told, owner) + swappedByPools(calls, told, owner);
}

/**
 * Wrapped SOL that instructions of the transaction itself moved out of an owner's account, less
 * what they moved into it: the two ends of a swap by an instruction of a venue.
 */
function movedByItself(told: readonly Instruction[], owner: string): bigint {
  const holding = { owner, mint: wrappedSol, tokenProgram: programs.token };
  const account = associatedTokenAddress(holding);
  return told.reduce((sum, each) => {
    const transfer = readTokenTransfer(each);
    if (transfer === undefined || transfer.source === transfer.destination) return sum;
    if (transfer.source === account) return sum + transfer.amount;
    return transfer.destination === account ? sum - transfer.amount : sum;
  }, 0n);
}

function swappedByPools(
  calls: readonly Call[],
  told: readonly Instruction[],
  owner: string,
): bigint {
  return calls.reduce((sum, _, place) => {
    const swap = readWalletSwap(told.slice(place));
    if (swap?.owner !== owner) return sum;
    const call = calls.slice(place).find(({ own }) => own.programId === swap.program);
    const [, source, destination] = call?.own.keys ?? [];
    if (call === undefined) return sum;
    const given = swap.currencyIn === solanaCodec.nativeCurrency ? tokensOutOf(call, source) : 0n;
    const brought =
      swap.currencyOut === solanaCodec.nativeCurrency ? tokensInto(call, destination) : 0n;
    return sum + given - brought;
  }, 0n);
}
