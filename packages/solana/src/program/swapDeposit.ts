import { nativeCurrency } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { deposit, readDeposit, type Deposit } from './deposit.js';
import type { DepositoryAddresses } from './depositoryAddresses.js';
import { programs } from './programs.js';
import { readWalletSwap, walletSwap, type ReadWalletSwap, type WalletSwap } from './walletSwap.js';

/** A deposit that a swap of the sender brings, in one transaction. */
export interface SwapDeposit extends Pick<WalletSwap, 'swap' | 'currencyIn' | 'rentPayer'> {
  /** Deposit of no more than the swap brings at least. */
  readonly deposit: Deposit;
}

/** A deposit with its swap, as instructions say it. */
export interface ReadSwapDeposit extends Pick<
  ReadWalletSwap,
  'program' | 'currencyIn' | 'most' | 'instructions'
> {
  readonly deposit: Deposit;
}

/**
 * Instructions of a deposit that a swap brings: first the swap into the sender's own account or
 * SOL, then the deposit. What comes out beyond the deposit stays with the sender.
 *
 * @param addresses - of the depository, where they are at hand
 * @example
 * ```ts
 * const parties = { sender: user, depositor: user, tokenProgram: programs.token };
 * const paid = { depository, ...parties, currency: mint, amount: 9n, id: orderId };
 * swapDeposit({
 *   swap: { program, pools: [pool], type: 'EXACT_INPUT', amount: 5n, limit: 9n },
 *   currencyIn: mintIn,
 *   deposit: paid,
 *   rentPayer: user,
 * });
 * ```
 */
export function swapDeposit(
  { swap, currencyIn, deposit: paid, rentPayer }: SwapDeposit,
  addresses?: DepositoryAddresses,
): readonly Instruction[] {
  const { sender: owner, currency: currencyOut } = paid;
  return [
    ...walletSwap({ swap, owner, currencyIn, currencyOut, recipient: owner, rentPayer }),
    deposit(paid, addresses),
  ];
}

/**
 * Reads the deposit with its swap that instructions begin with; undefined unless they are exactly
 * what {@link swapDeposit} writes, and the swap brings at least what is paid in: otherwise the
 * sender would pay the difference out of its own.
 *
 * @example
 * ```ts
 * readSwapDeposit(instructions)?.deposit.id === orderId;
 * ```
 */
export function readSwapDeposit(instructions: readonly Instruction[]): ReadSwapDeposit | undefined {
  const swap = readWalletSwap(instructions);
  const paying = instructions[swap?.instructions ?? 0];
  if (swap === undefined || paying === undefined) return undefined;
  const paid = readDeposit(paying);
  const { owner, recipient, currencyOut, least, program, currencyIn, most } = swap;
  const isWhole =
    paid !== undefined &&
    (paid.currency === nativeCurrency || paid.tokenProgram === programs.token) &&
    [owner, recipient].every((account) => account === paid.sender) &&
    currencyOut === paid.currency &&
    least >= paid.amount;
  return isWhole
    ? { program, currencyIn, most, deposit: paid, instructions: swap.instructions + 1 }
    : undefined;
}
