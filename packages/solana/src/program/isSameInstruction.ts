import { bytesToHex } from '@portage/core';
import type { Instruction } from '../transaction/instruction.js';

/** An instruction as a message or a node tells it. */
export type ToldInstruction = Pick<Instruction, 'programId' | 'data'> & {
  readonly keys: readonly { readonly pubkey: string }[];
};

/** Whether an instruction calls the same program with the same accounts and data. */
export function isSameInstruction(
  expected: Instruction,
  told: ToldInstruction | undefined,
): boolean {
  return (
    told?.programId === expected.programId &&
    told.keys.length === expected.keys.length &&
    told.keys.every(({ pubkey }, place) => pubkey === expected.keys[place]?.pubkey) &&
    bytesToHex(told.data) === bytesToHex(expected.data)
  );
}
