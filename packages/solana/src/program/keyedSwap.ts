import type { Instruction } from '../transaction/instruction.js';
import { tokenTransfer } from './tokenTransfer.js';
import { accountOf, frameOf, type WalletSwap } from './walletSwap.js';

/** A swap by an instruction of a stranger, which a key of its own signs in the owner's place. */
export interface KeyedSwap extends Pick<WalletSwap, 'owner' | 'currencyIn' | 'currencyOut'> {
  /** Account that signs the instruction, and owns nothing but what is swapped. */
  readonly key: string;
  /** Amount that is given, smallest units. */
  readonly amount: bigint;
  /** Amount that comes back to the owner, smallest units; where less came, all of it fails. */
  readonly least: bigint;
  /** Takes from the key's account of the one currency, and pays into its account of the other. */
  readonly instruction: Instruction;
}

/**
 * Instructions of a swap that a stranger wrote. The amount moves to the account of a key that owns
 * nothing else, that key alone signs the stranger's instruction, and exactly the least moves back:
 * whatever the instruction does, the owner gives no more than the amount and gets no less than the
 * least. The key's accounts must be open. SOL is wrapped before and unwrapped behind, as in
 * {@link walletSwap}.
 *
 * @example
 * ```ts
 * const key = '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM';
 * keyedSwap({
 *   owner: solver,
 *   key,
 *   currencyIn: usdc,
 *   currencyOut: mint,
 *   amount: 1_000_000n,
 *   least: 990_000n,
 *   instruction,
 * });
 * ```
 */
export function keyedSwap(swap: KeyedSwap): readonly Instruction[] {
  const { owner, key, currencyIn, currencyOut, amount, least, instruction } = swap;
  const own = { owner, recipient: owner, rentPayer: owner };
  const { before, after } = frameOf({ ...own, currencyIn, currencyOut, most: amount });
  const given = {
    source: accountOf(owner, currencyIn),
    destination: accountOf(key, currencyIn),
    owner,
    amount,
  };
  const brought = {
    source: accountOf(key, currencyOut),
    destination: accountOf(owner, currencyOut),
    owner: key,
    amount: least,
  };
  return [...before, tokenTransfer(given), instruction, tokenTransfer(brought), ...after];
}
