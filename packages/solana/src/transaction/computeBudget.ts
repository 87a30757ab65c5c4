import type { Instruction } from './instruction.js';

/** The program that says how much a transaction may compute, and what it pays for that. */
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';

/** Compute units that a transaction asks for. */
export function setComputeUnitLimit(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = 2;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programId: computeBudgetProgram, keys: [], data };
}

/** Micro-lamports that a transaction pays for each compute unit. */
export function setComputeUnitPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programId: computeBudgetProgram, keys: [], data };
}

/** The price that an instruction sets; undefined for any other instruction. */
export function readComputeUnitPrice({ programId, data }: Instruction): bigint | undefined {
  if (programId !== computeBudgetProgram || data[0] !== 3 || data.length !== 9) return undefined;
  return new DataView(data.buffer, data.byteOffset).getBigUint64(1, true);
}

/** Whether an instruction only sets a limit of compute units or a price for them. */
export function isComputeBudget({ programId, keys, data }: Instruction): boolean {
  return (
    programId === computeBudgetProgram &&
    keys.length === 0 &&
    ((data[0] === 2 && data.length === 5) || (data[0] === 3 && data.length === 9))
  );
}
