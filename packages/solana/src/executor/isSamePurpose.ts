import type { Effect } from '@portage/core/executor';
import { isComputeBudget } from '../transaction/computeBudget.js';
import type { WireInstruction } from '../transaction/solanaTransactionData.js';
import { readInstruction, transactionEffects } from './transactionEffects.js';

/**
 * Whether two lists of instructions do the same: their effects are the same, and where an effect
 * cannot be read the instructions themselves are, but for the limit and price of compute units.
 */
export function isSamePurpose(
  asked: readonly WireInstruction[],
  sent: readonly WireInstruction[],
  chainId: number,
): boolean {
  const effects = transactionEffects({ instructions: asked }, chainId);
  const others = transactionEffects({ instructions: sent }, chainId);
  if (textOf(effects) !== textOf(others)) return false;
  const isRead = effects.every(({ type }) => type !== 'unknown');
  return isRead || instructionText(asked) === instructionText(sent);
}

/** Effects as text, for comparisons and for people. */
export function textOf(effects: readonly Effect[]): string {
  return JSON.stringify(effects, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

function instructionText(instructions: readonly WireInstruction[]): string {
  return JSON.stringify(
    instructions
      .filter((wire) => {
        const instruction = readInstruction(wire);
        return instruction === undefined || !isComputeBudget(instruction);
      })
      .map(({ programId, keys, data }) => [
        programId,
        keys.map(({ pubkey }) => pubkey),
        data.toLowerCase(),
      ]),
  );
}
