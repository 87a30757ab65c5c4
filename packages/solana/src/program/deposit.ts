import { nativeCurrency } from '../transaction/address.js';
import type { AccountMeta, Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress } from './associatedToken.js';
import { depositoryAddresses, type DepositoryAddresses } from './depositoryAddresses.js';
import { defineLayout, field, type Layout } from './layout.js';
import { programs } from './programs.js';

/** A deposit, as its instruction says it. */
export interface Deposit {
  readonly depository: string;
  /** Pays, and signs. */
  readonly sender: string;
  /** Named as depositor in the event. */
  readonly depositor: string;
  /** A mint, or the system program's address for SOL. */
  readonly currency: string;
  /** Of a token: the program that owns the mint. */
  readonly tokenProgram?: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /** The order's id: 32 bytes, hexadecimal, not zero. */
  readonly id: string;
}

interface DepositData {
  readonly amount: bigint;
  readonly id: string;
}

const native: Layout<DepositData> = defineLayout('global:deposit_native', {
  amount: field.u64,
  id: field.bytes32,
});
const token: Layout<DepositData> = defineLayout('global:deposit_token', {
  amount: field.u64,
  id: field.bytes32,
});

/**
 * The instruction that pays an order into the vault.
 *
 * @param addresses - of the depository, where they are at hand: deriving them costs time
 * @example
 * ```ts
 * deposit({
 *   depository,
 *   sender: user,
 *   depositor: user,
 *   currency: mint,
 *   tokenProgram: programs.token,
 *   amount: 1_000_000n,
 *   id: orderId,
 * });
 * ```
 */
export function deposit(
  from: Deposit,
  addresses: DepositoryAddresses = depositoryAddresses(from.depository),
): Instruction {
  const layout = from.currency === nativeCurrency ? native : token;
  return {
    programId: from.depository,
    keys: keysOf(from, addresses),
    data: layout.encode({ amount: from.amount, id: from.id }),
  };
}

function keysOf(
  { sender, depositor, currency: mint, tokenProgram = programs.token }: Deposit,
  { config, vault }: DepositoryAddresses,
): readonly AccountMeta[] {
  const isNative = mint === nativeCurrency;
  const head = [
    readOnly(config),
    { pubkey: sender, isSigner: true, isWritable: isNative },
    readOnly(depositor),
    { ...readOnly(vault), isWritable: isNative },
  ];
  if (isNative) return [...head, readOnly(programs.system)];
  const holding = (owner: string): AccountMeta => ({
    pubkey: associatedTokenAddress({ owner, mint, tokenProgram }),
    isSigner: false,
    isWritable: true,
  });
  return [
    ...head,
    readOnly(mint),
    holding(sender),
    holding(vault),
    readOnly(tokenProgram),
    readOnly(programs.associatedToken),
    readOnly(programs.system),
  ];
}

function readOnly(pubkey: string): AccountMeta {
  return { pubkey, isSigner: false, isWritable: false };
}

/**
 * Reads an instruction back: what it deposits, or undefined unless it is exactly what
 * {@link deposit} writes for that deposit. A sender's account other than the associated one counts
 * as something else.
 *
 * @example
 * ```ts
 * readDeposit(instruction, addresses)?.id === orderId;
 * ```
 */
export function readDeposit(
  instruction: Instruction,
  addresses: DepositoryAddresses = depositoryAddresses(instruction.programId),
): Deposit | undefined {
  const { keys, data, programId } = instruction;
  const isNative = keys.length === 5;
  const values = (isNative ? native : token).decode(data);
  const [, sender, depositor, , mint, , , tokenProgram] = keys;
  if (values === undefined || sender === undefined || depositor === undefined || mint === undefined)
    return undefined;
  const common = {
    depository: programId,
    sender: sender.pubkey,
    depositor: depositor.pubkey,
    ...values,
  };
  const found: Deposit = isNative
    ? { ...common, currency: nativeCurrency }
    : { ...common, currency: mint.pubkey, tokenProgram: tokenProgram?.pubkey ?? '' };
  if (
    !isNative &&
    found.tokenProgram !== programs.token &&
    found.tokenProgram !== programs.token2022
  )
    return undefined;
  const expected = keysOf(found, addresses);
  const matches =
    expected.length === keys.length &&
    expected.every(({ pubkey, isSigner, isWritable }, index) => {
      const key = keys[index];
      // A wallet may lift a read-only account to writable or signer for another instruction; never
      // the other way round.
      return (
        key?.pubkey === pubkey && (key.isSigner || !isSigner) && (key.isWritable || !isWritable)
      );
    });
  return matches ? found : undefined;
}
