import { mulDivUp } from '@portage/core';
import { computeBudgetProgram, readComputeUnitPrice } from '../transaction/computeBudget.js';
import type { Instruction } from '../transaction/instruction.js';

const microPerUnit = 1_000_000n;
/** Compute units of each instruction without a limit, and of all of them together. */
const unitsEach = 200_000n;
const unitsMax = 1_400_000n;

/** Lamports that a transaction pays to be preferred, rounded up. */
export function priorityFee(instructions: readonly Instruction[]): bigint {
  const price = instructions.map(readComputeUnitPrice).find((found) => found !== undefined) ?? 0n;
  return mulDivUp(readUnits(instructions), price, microPerUnit);
}

function readUnits(instructions: readonly Instruction[]): bigint {
  const limit = instructions.find(
    ({ programId, data }) =>
      programId === computeBudgetProgram && data[0] === 2 && data.length === 5,
  );
  const others = instructions.filter(({ programId }) => programId !== computeBudgetProgram).length;
  const wanted =
    limit === undefined
      ? unitsEach * BigInt(others)
      : BigInt(new DataView(limit.data.buffer, limit.data.byteOffset).getUint32(1, true));
  return wanted < unitsMax ? wanted : unitsMax;
}
