import { programError } from './programErrors.js';

/**
 * Reason why the chain refused a transaction, in words: the program's own reason where the program
 * is ours, else the chain's.
 */
export function refusalReason(error: unknown): string {
  const code = customCode(error);
  if (code !== undefined)
    return (
      knownReasons[code] ??
      programError(code)?.toLowerCase().replaceAll('_', ' ') ??
      `program error ${String(code)}`
    );
  return (typeof error === 'string' ? error : JSON.stringify(error)).slice(0, 300);
}

/** The number in `{ InstructionError: [index, { Custom: number }] }`. */
function customCode(error: unknown): number | undefined {
  if (typeof error !== 'object' || error === null || !('InstructionError' in error))
    return undefined;
  const detail: unknown = Array.isArray(error.InstructionError)
    ? error.InstructionError[1]
    : undefined;
  return typeof detail === 'object' &&
    detail !== null &&
    'Custom' in detail &&
    typeof detail.Custom === 'number'
    ? detail.Custom
    : undefined;
}

/** Refusals of a deposit by the system and token programs and by the depository. */
const knownReasons: Readonly<Record<number, string>> = {
  1: 'the account does not hold enough',
  6010: 'the amount is zero',
  6011: 'the order id is zero',
  6013: 'the payer has no account for the token',
  6027: 'deposits are paused',
};
