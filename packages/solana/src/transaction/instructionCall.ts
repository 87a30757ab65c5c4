import { bytesToHex, hexToBytes, PortageError } from '@portage/core';
import type { OrderCall } from '@portage/core/chain';
import type { DestinationInstruction } from '@portage/core/schemas';
import { decodeAddress, encodeAddress } from './address.js';
import { concatBytes } from './bytes.js';
import type { AccountMeta, Instruction } from './instruction.js';

const signs = 1;
const isWritten = 2;
/** An address, and what may be done with the account. */
const metaBytes = 33;
/** Program, and a value of 128 bits that instructions do not have. */
const headBytes = 32 + 16;

/**
 * An instruction of `txs` as a call: its program, no value, and its accounts with its data.
 *
 * @throws PortageError `INVALID_ADDRESS`
 * @example
 * ```ts
 * instructionCall({ programId: memo, keys: [], data: '6869' }).data; // '0x006869'
 * ```
 */
export function instructionCall({ programId, keys, data }: DestinationInstruction): OrderCall {
  const metas = keys.map(({ pubkey, isSigner, isWritable }) =>
    concatBytes([
      encodeAddress(pubkey),
      Uint8Array.of((isSigner ? signs : 0) | (isWritable ? isWritten : 0)),
    ]),
  );
  const head = concatBytes([Uint8Array.of(keys.length), ...metas]);
  encodeAddress(programId);
  return { to: programId, value: 0n, data: `${bytesToHex(head)}${data.toLowerCase()}` };
}

/**
 * The instruction that {@link instructionCall} wrote.
 *
 * @throws PortageError `INVALID_EXTRA_TXS` where the call is none
 * @example
 * ```ts
 * readInstructionCall({ to: memo, value: 0n, data: '0x006869' }).data; // Uint8Array [104, 105]
 * ```
 */
export function readInstructionCall({ to, value, data }: OrderCall): Instruction {
  const bytes = bytesOf(data);
  const count = bytes[0];
  const end = 1 + (count ?? 0) * metaBytes;
  if (value !== 0n || count === undefined || bytes.length < end) throw malformed();
  const keys = Array.from({ length: count }, (_, index): AccountMeta => {
    const start = 1 + index * metaBytes;
    const flags = bytes[start + 32] ?? 0;
    if (flags > (signs | isWritten)) throw malformed();
    return {
      pubkey: decodeAddress(bytes.subarray(start, start + 32)),
      isSigner: (flags & signs) !== 0,
      isWritable: (flags & isWritten) !== 0,
    };
  });
  return { programId: to, keys, data: bytes.subarray(end) };
}

/** Hex of a call as orders hold it. @throws PortageError `INVALID_ADDRESS`, `INVALID_EXTRA_TXS` */
export function encodeCall({ to, value, data }: OrderCall): string {
  if (value < 0n || value >= 1n << 128n) throw malformed();
  const amount = value.toString(16).padStart(32, '0');
  return `${bytesToHex(encodeAddress(to))}${amount}${bytesToHex(bytesOf(data)).slice(2)}`;
}

/** Reads what {@link encodeCall} wrote. @throws PortageError `INVALID_EXTRA_TXS` */
export function decodeCall(encoded: string): OrderCall {
  const bytes = bytesOf(encoded);
  if (bytes.length < headBytes) throw malformed();
  return {
    to: decodeAddress(bytes.subarray(0, 32)),
    value: BigInt(bytesToHex(bytes.subarray(32, headBytes))),
    data: bytesToHex(bytes.subarray(headBytes)),
  };
}

function bytesOf(hex: string): Uint8Array {
  if (!/^0x(?:[0-9a-fA-F]{2})*$/.test(hex)) throw malformed();
  return hexToBytes(hex);
}

function malformed(): PortageError {
  return new PortageError('INVALID_EXTRA_TXS', { message: 'Not a call of one instruction.' });
}
