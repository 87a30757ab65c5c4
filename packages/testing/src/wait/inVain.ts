import { describeValue } from './describeValue.js';

/** Report of a wait in vain. */
export interface Vain {
  /** State that was waited for. */
  readonly what: string;
  /** Why the wait ended, as a sentence without its subject: "the time was over". */
  readonly why: string;
  readonly waitedMs: number;
  readonly looks: number;
  /** Last value in a list, which is empty where no read gave one. */
  readonly values: readonly unknown[];
  /** Error of the last look. */
  readonly error?: unknown;
  readonly log?: (() => string) | undefined;
}

/** Characters of a log that are shown: its end, where a fault usually shows. */
const tailMax = 3_000;

/** Error of a wait in vain, whose cause is the error of the last look. */
export function inVain({ what, why, waitedMs, looks, values, error, log }: Vain): Error {
  const times = looks === 1 ? 'once' : `${String(looks)} times`;
  const waited = `${(waitedMs / 1_000).toFixed(1)} s`;
  const lines = [
    `waited in vain for ${what}: ${why} (looked ${times} in ${waited})`,
    values.length === 0 ? 'no read gave a value' : `last value: ${describeValue(values[0])}`,
  ];
  if (error !== undefined) lines.push(`last error: ${describeValue(error)}`);
  if (log !== undefined) lines.push(`end of the log:\n${tailOf(log)}`);
  return new Error(lines.join('\n'), { cause: error });
}

function tailOf(log: () => string): string {
  try {
    return log().slice(-tailMax);
  } catch (error) {
    return `(it could not be read: ${describeValue(error)})`;
  }
}
