import type { CompiledInstruction } from '../wire/decodeTransaction.js';
import { isMemoProgram } from '../wire/programs.js';

/**
 * Memos of a transaction as histories show them, `[length] text` joined by `; `; undefined without
 * one.
 */
export function readMemo(
  instructions: readonly CompiledInstruction[],
  keys: readonly string[],
): string | undefined {
  const memos = instructions.flatMap(({ programIdIndex, data }) =>
    isMemoProgram(keys[programIdIndex])
      ? [`[${data.length}] ${Buffer.from(data).toString('utf8')}`]
      : [],
  );
  return memos.length === 0 ? undefined : memos.join('; ');
}
