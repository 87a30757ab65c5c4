import { assert } from '@portage/core';
import { encodeAddress } from './address.js';
import { concatBytes, encodeLength } from './bytes.js';
import type { Instruction } from './instruction.js';

/** Instructions of a transaction, its fee payer and its blockhash. */
export interface MessageOptions {
  readonly feePayer: string;
  /** Its age decides how long the message can still be signed into a block. */
  readonly blockhash: string;
  readonly instructions: readonly Instruction[];
}

/** Bytes of a message, and the accounts that have to sign them. */
export interface CompiledMessage {
  readonly bytes: Uint8Array;
  /** The first pays the fees. */
  readonly signers: readonly string[];
}

interface Account {
  readonly pubkey: string;
  isSigner: boolean;
  isWritable: boolean;
}

/**
 * The version 0 message of instructions, without lookup tables. The same instructions always give
 * the same bytes.
 *
 * @example
 * ```ts
 * compileMessage({ feePayer: owner, blockhash, instructions: [instruction] }).signers; // [owner]
 * ```
 */
export function compileMessage(message: MessageOptions): CompiledMessage {
  const accounts = orderAccounts(message.feePayer, message.instructions);
  const places = new Map(accounts.map(({ pubkey }, index) => [pubkey, index]));
  const placeOf = (pubkey: string): number => {
    const place = places.get(pubkey);
    assert(
      place !== undefined && place < 256,
      'every account of an instruction has a place in the message',
    );
    return place;
  };
  const signers = accounts.filter(({ isSigner }) => isSigner);
  const header = [
    signers.length,
    signers.filter(({ isWritable }) => !isWritable).length,
    accounts.filter(({ isSigner, isWritable }) => !isSigner && !isWritable).length,
  ];
  const bytes = concatBytes([
    Uint8Array.of(0x80, ...header),
    encodeLength(accounts.length),
    ...accounts.map(({ pubkey }) => encodeAddress(pubkey)),
    encodeAddress(message.blockhash),
    encodeLength(message.instructions.length),
    ...message.instructions.flatMap(({ programId, keys, data }) => [
      Uint8Array.of(placeOf(programId)),
      encodeLength(keys.length),
      Uint8Array.from(keys, ({ pubkey }) => placeOf(pubkey)),
      encodeLength(data.length),
      data,
    ]),
    encodeLength(0),
  ]);
  return { bytes, signers: signers.map(({ pubkey }) => pubkey) };
}

/**
 * Every account once: signers before others, writable before read-only, the payer of the fees
 * first.
 */
function orderAccounts(feePayer: string, instructions: readonly Instruction[]): readonly Account[] {
  const accounts = new Map<string, Account>([
    [feePayer, { pubkey: feePayer, isSigner: true, isWritable: true }],
  ]);
  const metas = instructions.flatMap(({ programId, keys }) => [
    ...keys,
    { pubkey: programId, isSigner: false, isWritable: false },
  ]);
  for (const { pubkey, isSigner, isWritable } of metas) {
    const known = accounts.get(pubkey);
    if (known === undefined) {
      accounts.set(pubkey, { pubkey, isSigner, isWritable });
    } else {
      known.isSigner ||= isSigner;
      known.isWritable ||= isWritable;
    }
  }
  const rank = ({ isSigner, isWritable }: Account): number =>
    (isSigner ? 0 : 2) + (isWritable ? 0 : 1);
  return [...accounts.values()].sort((a, b) => rank(a) - rank(b));
}
