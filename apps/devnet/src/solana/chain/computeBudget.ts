import type { CompiledInstruction } from '../wire/decodeTransaction.js';
import { programs } from '../wire/programs.js';

/** Compute limit and price that a transaction sets, beside the base fee. */
export interface ComputeBudget {
  readonly unitLimit: number;
  readonly microLamportsPerUnit: bigint;
}

/** Programs built into the node; they need few units. */
const builtins: readonly string[] = [
  programs.system,
  programs.computeBudget,
  'Vote111111111111111111111111111111111111111',
  'BPFLoader1111111111111111111111111111111111',
  'BPFLoader2111111111111111111111111111111111',
  'BPFLoaderUpgradeab1e11111111111111111111111',
  'LoaderV411111111111111111111111111111111111',
];
const builtinUnits = 3_000;
const programUnits = 200_000;
const unitsMax = 1_400_000;
const lamportsPerSignature = 5_000n;

/** Compute budget of a transaction's instructions, or the default. */
export function readComputeBudget(
  instructions: readonly CompiledInstruction[],
  keys: readonly string[],
): ComputeBudget {
  let asked: number | undefined;
  let microLamportsPerUnit = 0n;
  let assumed = 0;
  for (const { programIdIndex, data } of instructions) {
    const program = keys[programIdIndex] ?? '';
    assumed += builtins.includes(program) ? builtinUnits : programUnits;
    if (program !== programs.computeBudget) continue;
    const bytes = Buffer.from(data);
    if (bytes[0] === 2 && bytes.length === 5) asked = bytes.readUInt32LE(1);
    if (bytes[0] === 3 && bytes.length === 9) microLamportsPerUnit = bytes.readBigUInt64LE(1);
  }
  return { unitLimit: Math.min(asked ?? assumed, unitsMax), microLamportsPerUnit };
}

/** Fee of a transaction in lamports: per signature, and the priority fee rounded up. */
export function feeOf(signers: number, { unitLimit, microLamportsPerUnit }: ComputeBudget): bigint {
  return (
    lamportsPerSignature * BigInt(signers) +
    (microLamportsPerUnit * BigInt(unitLimit) + 999_999n) / 1_000_000n
  );
}
