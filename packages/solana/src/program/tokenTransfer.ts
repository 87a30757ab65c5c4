import type { Instruction } from '../transaction/instruction.js';
import { programs } from './programs.js';

/** Tokens that move between two accounts of a mint. */
export interface TokenTransfer {
  readonly source: string;
  readonly destination: string;
  /** Owns the source, and signs. */
  readonly owner: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** Number of the instruction in the token program, and bytes of its data. */
const [transfer, dataBytes] = [3, 9];

/**
 * The instruction that moves an amount of tokens, or fails.
 *
 * @example
 * ```ts
 * const mint = { mint: usdc, tokenProgram: programs.token };
 * tokenTransfer({
 *   source: associatedTokenAddress({ ...mint, owner: user }),
 *   destination: associatedTokenAddress({ ...mint, owner: solver }),
 *   owner: user,
 *   amount: 1_000_000n,
 * });
 * ```
 */
export function tokenTransfer({ source, destination, owner, amount }: TokenTransfer): Instruction {
  const data = new Uint8Array(dataBytes);
  data[0] = transfer;
  new DataView(data.buffer).setBigUint64(1, amount, true);
  return {
    programId: programs.token,
    keys: [
      { pubkey: source, isSigner: false, isWritable: true },
      { pubkey: destination, isSigner: false, isWritable: true },
      { pubkey: owner, isSigner: true, isWritable: false },
    ],
    data,
  };
}

/**
 * Reads what {@link tokenTransfer} wrote; undefined where an instruction is something else.
 *
 * @example
 * ```ts
 * readTokenTransfer(instruction)?.amount;
 * ```
 */
export function readTokenTransfer({
  programId,
  keys,
  data,
}: Instruction): TokenTransfer | undefined {
  const [source, destination, owner] = keys;
  if (programId !== programs.token || data[0] !== transfer || data.length !== dataBytes)
    return undefined;
  if (source === undefined || destination === undefined || owner === undefined) return undefined;
  const view = new DataView(data.buffer, data.byteOffset, data.byteLength);
  return {
    source: source.pubkey,
    destination: destination.pubkey,
    owner: owner.pubkey,
    amount: view.getBigUint64(1, true),
  };
}
