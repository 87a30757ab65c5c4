import type { Effect } from '@portage/core/executor';
import { withoutAssertions } from '../transaction/assertionPrograms.js';
import { isComputeBudget } from '../transaction/computeBudget.js';
import type {
  SolanaTransactionData,
  WireInstruction,
} from '../transaction/solanaTransactionData.js';
import { readInstruction, transactionEffects } from './transactionEffects.js';

/** Signer of a transaction, and its chain. */
export interface SigningContext {
  readonly chainId: number;
  /** Account of the wallet; undefined where it is not connected any more. */
  readonly user: string | undefined;
}

/**
 * Whether what a wallet signed does the same as what it was asked for: the effects are the same,
 * and where an effect cannot be read the instructions themselves are, but for the limit and price
 * of compute units. Assertions of the wallet do not count. Where another account pays the fees, the
 * limit and price of compute units are its own, so that they must be the same too.
 */
export function isSamePurpose(
  asked: SolanaTransactionData,
  signed: readonly WireInstruction[],
  { chainId, user }: SigningContext,
): boolean {
  const { instructions, feePayer } = asked;
  const sent = withoutAssertions(signed, instructions, feePayer ?? user);
  if (feePayer !== undefined && callsOf(instructions) !== callsOf(sent)) return false;
  const effects = transactionEffects({ instructions }, chainId);
  const others = transactionEffects({ instructions: sent }, chainId);
  if (textOf(effects) !== textOf(others)) return false;
  const isRead = effects.every(({ type }) => type !== 'unknown');
  return isRead || callsOf(withoutBudget(instructions)) === callsOf(withoutBudget(sent));
}

/** Effects as text, for comparisons and for people. */
export function textOf(effects: readonly Effect[]): string {
  return JSON.stringify(effects, (_, value: unknown) =>
    typeof value === 'bigint' ? value.toString() : value,
  );
}

/** The calls as text: programs, accounts and data. */
function callsOf(instructions: readonly WireInstruction[]): string {
  return JSON.stringify(
    instructions.map(({ programId, keys, data }) => [
      programId,
      keys.map(({ pubkey }) => pubkey),
      data.toLowerCase(),
    ]),
  );
}

function withoutBudget(instructions: readonly WireInstruction[]): readonly WireInstruction[] {
  return instructions.filter((wire) => {
    const instruction = readInstruction(wire);
    return instruction === undefined || !isComputeBudget(instruction);
  });
}
