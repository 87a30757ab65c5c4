import type { Settlement } from '@portage/settlement';
import type { SubmissionPolicy } from '../policy/submissionPolicy.js';

/** Submissions that brought nothing in, of a payer, of an API key and of everybody. */
export type SubmissionUsage = Awaited<ReturnType<Settlement['relays']['usage']>>;

/** A submission that asks for gas. */
export interface AskedGas {
  readonly kind: 'permit' | 'gasless';
  /** The most that its transaction may use, in units. */
  readonly gasLimit: number;
}

const perHour = 'within the last hour that are open, failed or brought nothing in';

/**
 * Reason against one more submission: each costs the solver gas, whatever comes of it, and so those
 * that are not over count like those that failed. Pure.
 *
 * @returns one sentence; undefined where nothing is against it
 */
export function checkUsage(
  { payer, key, gas }: SubmissionUsage,
  { kind, gasLimit }: AskedGas,
  policy: SubmissionPolicy,
): string | undefined {
  if (payer.calls >= policy.failedPermitsPerPayerMax)
    return `This account has ${String(payer.calls)} submissions ${perHour}.`;
  if (kind === 'gasless' && key.calls >= policy.failedGaslessPerKeyMax)
    return `This API key has ${String(key.calls)} submissions ${perHour}.`;
  if (payer.gas + gasLimit > policy.gasPerPayerMax)
    return `The submissions of this account ${perHour} take too much gas.`;
  if (key.gas + gasLimit > policy.gasPerKeyMax)
    return `The submissions of this API key ${perHour} take too much gas.`;
  return gas + gasLimit > policy.gasMax
    ? `The submissions of all accounts ${perHour} take too much gas.`
    : undefined;
}
