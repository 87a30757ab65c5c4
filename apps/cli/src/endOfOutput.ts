import { exitCodes, type ExitCode } from './exitCodes.js';
import type { Io } from './io.js';

/** End of a command whose output cannot be written. */
export interface EndOfOutput {
  readonly exitCode: ExitCode;
  /** Message for people; undefined where the reader closed the output on purpose. */
  readonly text: string | undefined;
}

/**
 * Tells whether a command was stopped because its output cannot be written: the system's error is
 * the reason of the signal then.
 *
 * @returns undefined where it was not stopped, or was stopped by Ctrl-C
 */
export function endOfOutput({ signal }: Pick<Io, 'signal'>): EndOfOutput | undefined {
  const reason: unknown = signal.reason;
  if (!(reason instanceof Error) || !('code' in reason)) return undefined;
  const code = String(reason.code);
  return code === 'EPIPE'
    ? { exitCode: exitCodes.unread, text: undefined }
    : { exitCode: exitCodes.failed, text: `error: the output cannot be written (${code})` };
}
