import type { Instruction } from './instruction.js';

/** Program that limits the compute units of a transaction and sets their price. */
export const computeBudgetProgram = 'ComputeBudget111111111111111111111111111111';

/**
 * Instruction that limits the compute units of a transaction.
 *
 * @example
 * ```ts
 * setComputeUnitLimit(50_000);
 * ```
 */
export function setComputeUnitLimit(units: number): Instruction {
  const data = new Uint8Array(5);
  data[0] = 2;
  new DataView(data.buffer).setUint32(1, units, true);
  return { programId: computeBudgetProgram, keys: [], data };
}

/**
 * Instruction that offers a price in micro-lamports for each compute unit.
 *
 * @example
 * ```ts
 * setComputeUnitPrice(1_000n);
 * ```
 */
export function setComputeUnitPrice(microLamports: bigint): Instruction {
  const data = new Uint8Array(9);
  data[0] = 3;
  new DataView(data.buffer).setBigUint64(1, microLamports, true);
  return { programId: computeBudgetProgram, keys: [], data };
}

/**
 * Price that an instruction sets, in micro-lamports; undefined for any other instruction.
 *
 * @example
 * ```ts
 * readComputeUnitPrice(setComputeUnitPrice(1_000n)); // 1000n
 * ```
 */
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
