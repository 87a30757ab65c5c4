import { bytesToHex, hexToBytes } from '@portage/core';
import { decodeAddress, encodeAddress, nativeCurrency } from '../transaction/address.js';
import type { Instruction } from '../transaction/instruction.js';
import { associatedTokenAddress, createAssociatedToken } from './associatedToken.js';
import { isSameInstruction, type ToldInstruction } from './isSameInstruction.js';
import { programs } from './programs.js';

/** A plain transfer of an account to another one, which may say what it is for. */
export interface Send {
  readonly payer: string;
  readonly recipient: string;
  /** A mint, or the system program's address for SOL. */
  readonly currency: string;
  /** In the smallest unit. */
  readonly amount: bigint;
  /**
   * 32 bytes, hexadecimal. They stand in the transfer as one more account that is only read; absent
   * where the recipient alone says what it is for.
   */
  readonly reference?: string | undefined;
}

/** A plain transfer that is to be made. */
export interface SendTerms extends Send {
  /** Decimals of a token, which the chain compares with the mint. */
  readonly decimals: number;
  /** Token program that owns the mint; by default the classic one. Unused for SOL. */
  readonly tokenProgram?: string | undefined;
  /** Bears the rent of a recipient's token account that is missing; by default the payer. */
  readonly rentPayer?: string | undefined;
}

/** A plain transfer that was read, and how many instructions make it. */
export interface ReadSend extends Send {
  readonly instructions: number;
}

/**
 * Instructions of a plain transfer. A token goes to the recipient's associated account, which the
 * first instruction opens where it is missing, and refuses where it has another owner.
 *
 * @example
 * ```ts
 * send({
 *   payer: user,
 *   recipient,
 *   currency: mint,
 *   decimals: 6,
 *   amount: 1_000_000n,
 *   reference: requestId,
 * });
 * ```
 */
export function send(terms: SendTerms): readonly Instruction[] {
  const { payer, recipient, currency: mint, amount, decimals, rentPayer = payer } = terms;
  const reference =
    terms.reference === undefined ? [] : [readOnly(decodeAddress(hexToBytes(terms.reference)))];
  if (mint === nativeCurrency) {
    const keys = [{ ...writable(payer), isSigner: true }, writable(recipient), ...reference];
    return [{ programId: programs.system, keys, data: withAmount([2, 0, 0, 0], amount) }];
  }
  const { tokenProgram = programs.token } = terms;
  const holding = { owner: recipient, mint, tokenProgram };
  const keys = [
    writable(associatedTokenAddress({ owner: payer, mint, tokenProgram })),
    readOnly(mint),
    writable(associatedTokenAddress(holding)),
    { ...readOnly(payer), isSigner: true },
    ...reference,
  ];
  return [
    createAssociatedToken(rentPayer, holding),
    { programId: tokenProgram, keys, data: withAmount([12], amount, [decimals]) },
  ];
}

/**
 * Reads the plain transfer that instructions begin with; undefined unless they are exactly what
 * {@link send} writes for it.
 *
 * @throws PortageError `INVALID_ADDRESS` where an account is none
 * @example
 * ```ts
 * readSend([instruction])?.reference === requestId;
 * ```
 */
export function readSend(instructions: readonly ToldInstruction[]): ReadSend | undefined {
  const [first, second] = instructions;
  if (first === undefined) return undefined;
  const terms =
    first.programId === programs.system ? nativeTerms(first) : tokenTerms(first, second);
  if (terms === undefined) return undefined;
  const { payer, recipient, currency, amount, reference } = terms;
  const expected = send(terms);
  return expected.every((each, place) => isSameInstruction(each, instructions[place]))
    ? { payer, recipient, currency, amount, reference, instructions: expected.length }
    : undefined;
}

function nativeTerms({ keys, data }: ToldInstruction): SendTerms | undefined {
  const [payer, recipient, reference] = keys;
  if (payer === undefined || recipient === undefined) return undefined;
  if (data.length !== 12 || data[0] !== 2) return undefined;
  return {
    payer: payer.pubkey,
    recipient: recipient.pubkey,
    currency: nativeCurrency,
    amount: readAmount(data, 4),
    reference: referenceOf(reference),
    decimals: 0,
  };
}

function tokenTerms(
  opening: ToldInstruction,
  transfer: ToldInstruction | undefined,
): SendTerms | undefined {
  if (transfer === undefined || opening.programId !== programs.associatedToken) return undefined;
  const tokenProgram = transfer.programId;
  if (tokenProgram !== programs.token && tokenProgram !== programs.token2022) return undefined;
  const [rentPayer, , recipient] = opening.keys;
  const [, mint, , payer, reference] = transfer.keys;
  const { data } = transfer;
  if (rentPayer === undefined || recipient === undefined || mint === undefined) return undefined;
  if (payer === undefined) return undefined;
  if (mint.pubkey === nativeCurrency || data.length !== 10) return undefined;
  return {
    payer: payer.pubkey,
    recipient: recipient.pubkey,
    currency: mint.pubkey,
    amount: readAmount(data, 1),
    reference: referenceOf(reference),
    decimals: data[9] ?? 0,
    tokenProgram,
    rentPayer: rentPayer.pubkey,
  };
}

function referenceOf(key: { readonly pubkey: string } | undefined): string | undefined {
  return key === undefined ? undefined : bytesToHex(encodeAddress(key.pubkey));
}

function withAmount(
  before: readonly number[],
  amount: bigint,
  behind: readonly number[] = [],
): Uint8Array {
  const data = Uint8Array.from([...before, ...new Uint8Array(8), ...behind]);
  new DataView(data.buffer).setBigUint64(before.length, amount, true);
  return data;
}

function readAmount(data: Uint8Array, offset: number): bigint {
  return new DataView(data.buffer, data.byteOffset).getBigUint64(offset, true);
}

function readOnly(pubkey: string): Instruction['keys'][number] {
  return { pubkey, isSigner: false, isWritable: false };
}

function writable(pubkey: string): Instruction['keys'][number] {
  return { pubkey, isSigner: false, isWritable: true };
}
