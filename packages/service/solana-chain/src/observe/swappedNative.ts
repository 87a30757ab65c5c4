import { readWalletSwap } from '@portage/solana/program';
import { solanaCodec } from '@portage/solana/codec';
import { instructionOf, tokensInto, tokensOutOf, type Call } from './tokenTransfers.js';

/**
 * Lamports that an account gave to swaps among the instructions of a transaction, less those that
 * swaps brought it. They are no fees, although they left the account, or came to it.
 */
export function swappedNative(calls: readonly Call[], owner: string): bigint {
  const told = calls.map(instructionOf);
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
