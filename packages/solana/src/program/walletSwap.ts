import { nativeCurrency } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress, createAssociatedToken } from './associatedToken.js';
import { isSameInstruction } from './isSameInstruction.js';
import { programs } from './programs.js';
import {
  readTestPoolSwap,
  swapThroughTestPools,
  type ReadTestPoolSwap,
  type TestPoolSwap,
} from './testPoolSwap.js';
import { unwrapSol, wrapSol } from './wrapSol.js';
import { wrappedSol } from './wrappedSol.js';

/** A swap out of an account's own tokens or SOL. */
export interface WalletSwap {
  readonly swap: Pick<TestPoolSwap, 'program' | 'pools' | 'type' | 'amount' | 'limit'>;
  /** Gives the input, and signs. */
  readonly owner: string;
  /** Currency that is given: a mint, or the system program's address for SOL. */
  readonly currencyIn: string;
  /** Currency that comes out, named alike. */
  readonly currencyOut: string;
  /** Gets the output; the owner itself where that is SOL. */
  readonly recipient: string;
  /** Bears the rent of the recipient's account of a token, where it is missing. */
  readonly rentPayer: string;
}

/** A swap of an account, as instructions say it. */
export interface ReadWalletSwap extends Omit<WalletSwap, 'swap' | 'rentPayer'> {
  /** The program that swaps. */
  readonly program: string;
  readonly type: TestPoolSwap['type'];
  /** Most that the owner gives. */
  readonly most: bigint;
  /** Least that comes out. */
  readonly least: bigint;
  /** Instructions that make it. */
  readonly instructions: number;
}

/** Terms of the instructions around a swap. */
export interface FrameTerms extends Omit<WalletSwap, 'swap'> {
  /** Most that the owner gives, smallest units. */
  readonly most: bigint;
}

/** Instructions around a swap. */
export interface Frame {
  readonly before: readonly Instruction[];
  readonly after: readonly Instruction[];
}

/**
 * Instructions of a swap. SOL that is given is wrapped before: at most what the swap may take. The
 * account that the output goes to is opened where it is missing. Where SOL is given or comes out,
 * the owner's account of wrapped SOL is closed at the end, so that what is left of the one and all
 * of the other is SOL again. The owner lays out the rent of that account, and gets it back.
 *
 * @example
 * ```ts
 * walletSwap({
 *   swap: { program, pools: [pool], type: 'EXACT_INPUT', amount: 5n, limit: 9n },
 *   owner: user,
 *   currencyIn: solanaCodec.nativeCurrency,
 *   currencyOut: mint,
 *   recipient: user,
 *   rentPayer: user,
 * });
 * ```
 */
export function walletSwap(terms: WalletSwap): readonly Instruction[] {
  const { swap, owner, currencyIn, currencyOut, recipient } = terms;
  const { before, after } = frameOf({ ...terms, most: amountsOf(swap).most });
  const swapped = swapThroughTestPools({
    ...swap,
    mintIn: mintOf(currencyIn),
    authority: owner,
    source: accountOf(owner, currencyIn),
    destination: accountOf(recipient, currencyOut),
  });
  return [...before, swapped, ...after];
}

/**
 * Reads the swap that instructions begin with; undefined unless they are exactly what
 * {@link walletSwap} writes. Pools are not compared: the program refuses others than those of the
 * mints, and the limit bounds all of them.
 *
 * @example
 * ```ts
 * readWalletSwap(instructions)?.least;
 * ```
 */
export function readWalletSwap(instructions: readonly Instruction[]): ReadWalletSwap | undefined {
  const at = instructions.slice(0, 5).findIndex((each) => readTestPoolSwap(each) !== undefined);
  const [opening, swapping] = instructions.slice(Math.max(0, at - 1));
  const swap = swapping === undefined ? undefined : readTestPoolSwap(swapping);
  const [rentPayer, , recipient] = opening?.keys ?? [];
  if (at < 1 || swapping === undefined || swap === undefined) return undefined;
  if (rentPayer === undefined || recipient === undefined) return undefined;
  const ways = {
    owner: swap.authority,
    recipient: recipient.pubkey,
    currencyIn: at > 1 ? nativeCurrency : swap.mintIn,
    currencyOut: isUnwrapped(swap, instructions[at + 1]) ? nativeCurrency : swap.mintOut,
  };
  const { most, least } = amountsOf(swap);
  const { before, after } = frameOf({ ...ways, most, rentPayer: rentPayer.pubkey });
  const isWhole =
    before.length === at &&
    before.every((each, place) => isSameInstruction(each, instructions[place])) &&
    after.every((each, place) => isSameInstruction(each, instructions[at + 1 + place])) &&
    isBetween(swap, ways);
  if (!isWhole) return undefined;
  const count = before.length + 1 + after.length;
  return {
    ...ways,
    program: swapping.programId,
    type: swap.type,
    most,
    least,
    instructions: count,
  };
}

function amountsOf({ type, amount, limit }: Pick<TestPoolSwap, 'type' | 'amount' | 'limit'>): {
  readonly most: bigint;
  readonly least: bigint;
} {
  return type === 'EXACT_INPUT' ? { most: amount, least: limit } : { most: limit, least: amount };
}

/** Instructions around a swap of an owner that gives at most so much. */
export function frameOf(terms: FrameTerms): Frame {
  const { owner, recipient, currencyIn, currencyOut, rentPayer, most } = terms;
  const isFromNative = currencyIn === nativeCurrency;
  const isToNative = currencyOut === nativeCurrency;
  const holding = { mint: mintOf(currencyOut), tokenProgram: programs.token };
  return {
    before: [
      ...(isFromNative ? wrapSol(owner, most) : []),
      createAssociatedToken(isToNative ? owner : rentPayer, { ...holding, owner: recipient }),
    ],
    after: isFromNative || isToNative ? [unwrapSol(owner)] : [],
  };
}

/** Whether a swap is between the accounts that its currencies and parties mean. */
function isBetween(
  { source, destination, mintIn, mintOut }: ReadTestPoolSwap,
  { owner, recipient, currencyIn, currencyOut }: Omit<WalletSwap, 'swap' | 'rentPayer'>,
): boolean {
  return (
    mintIn === mintOf(currencyIn) &&
    mintOut === mintOf(currencyOut) &&
    mintIn !== mintOut &&
    source === accountOf(owner, currencyIn) &&
    destination === accountOf(recipient, currencyOut) &&
    (currencyOut !== nativeCurrency || recipient === owner)
  );
}

function isUnwrapped(
  { authority, mintOut }: ReadTestPoolSwap,
  next: Instruction | undefined,
): boolean {
  return mintOut === wrappedSol && isSameInstruction(unwrapSol(authority), next);
}

function mintOf(currency: string): string {
  return currency === nativeCurrency ? wrappedSol : currency;
}

/** Account of an owner for a currency, SOL as wrapped SOL. */
export function accountOf(owner: string, currency: string): string {
  return associatedTokenAddress({ owner, mint: mintOf(currency), tokenProgram: programs.token });
}
