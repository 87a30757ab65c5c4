import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress, createAssociatedToken } from './associatedToken.js';
import { deposit, readDeposit, type Deposit } from './deposit.js';
import type { DepositoryAddresses } from './depositoryAddresses.js';
import { isSameInstruction } from './isSameInstruction.js';
import { programs } from './programs.js';
import { readTestPoolSwap, swapThroughTestPools, type TestPoolSwap } from './testPoolSwap.js';

/** A deposit that a swap of the sender brings, in one transaction. */
export interface SwapDeposit {
  /** Swap between the sender's associated accounts. */
  readonly swap: Pick<TestPoolSwap, 'program' | 'pools' | 'mintIn' | 'type' | 'amount' | 'limit'>;
  /** Deposit of a token, of no more than the swap brings at least. */
  readonly deposit: Deposit;
  /** Bears the rent of the sender's account of that token, where it is missing. */
  readonly rentPayer: string;
}

/** A deposit with its swap, as instructions say it. */
export interface ReadSwapDeposit {
  /** The program that swaps. */
  readonly program: string;
  readonly mintIn: string;
  /** Most that the sender gives. */
  readonly most: bigint;
  readonly deposit: Deposit;
}

/**
 * Instructions of a deposit that a swap brings: the sender's account of the token that comes out is
 * opened where it is missing, then comes the swap, then the deposit. What comes out beyond the
 * deposit stays with the sender.
 *
 * @param addresses - of the depository, where they are at hand
 * @example
 * ```ts
 * const parties = { sender: user, depositor: user, tokenProgram: programs.token };
 * const paid = { depository, ...parties, currency: mint, amount: 9n, id: orderId };
 * swapDeposit({
 *   swap: { program, pools: [pool], mintIn, type: 'EXACT_INPUT', amount: 5n, limit: 9n },
 *   deposit: paid,
 *   rentPayer: user,
 * });
 * ```
 */
export function swapDeposit(
  { swap, deposit: paid, rentPayer }: SwapDeposit,
  addresses?: DepositoryAddresses,
): readonly Instruction[] {
  const accountOf = (mint: string): string => associatedToken(paid.sender, mint);
  const swapped = swapThroughTestPools({
    ...swap,
    authority: paid.sender,
    source: accountOf(swap.mintIn),
    destination: accountOf(paid.currency),
  });
  const holding = { owner: paid.sender, mint: paid.currency, tokenProgram: programs.token };
  return [createAssociatedToken(rentPayer, holding), swapped, deposit(paid, addresses)];
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
  const [opening, swapping, paying] = instructions;
  if (opening === undefined || swapping === undefined || paying === undefined) return undefined;
  const swap = readTestPoolSwap(swapping);
  if (swap === undefined) return undefined;
  const paid = readDeposit(paying);
  const [rentPayer] = opening.keys;
  if (paid?.tokenProgram !== programs.token || rentPayer === undefined) return undefined;
  const holding = { owner: paid.sender, mint: paid.currency, tokenProgram: programs.token };
  const { authority, source, destination, mintIn, mintOut } = swap;
  const [most, least] =
    swap.type === 'EXACT_INPUT' ? [swap.amount, swap.limit] : [swap.limit, swap.amount];
  const isWhole =
    isSameInstruction(createAssociatedToken(rentPayer.pubkey, holding), opening) &&
    authority === paid.sender &&
    mintOut === paid.currency &&
    mintIn !== mintOut &&
    source === associatedToken(authority, mintIn) &&
    destination === associatedToken(authority, mintOut) &&
    least >= paid.amount;
  return isWhole ? { program: swapping.programId, mintIn, most, deposit: paid } : undefined;
}

/** Number of instructions that {@link swapDeposit} writes: account, swap, deposit. */
export const swapDepositInstructions = 3;

function associatedToken(owner: string, mint: string): string {
  return associatedTokenAddress({ owner, mint, tokenProgram: programs.token });
}
