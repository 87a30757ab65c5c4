import { requestFault } from '@portage/core';
import type { ExecutionTerms } from '@portage/settlement';

/** Members of a gasless call beside the call itself. */
export interface ExecutionMembers {
  readonly executionOptions: {
    readonly subsidizeFees: boolean;
    readonly referrer?: string | undefined;
    readonly destinationChainExecutionData?: Readonly<Record<string, unknown>> | undefined;
  };
  readonly originGasOverhead?: number | undefined;
}

/** The quote that a gasless call pays for. */
export interface ExecutedQuote {
  readonly referrer: string | undefined;
  readonly executionTerms: ExecutionTerms | undefined;
}

/**
 * Refuses members that ask for something else than the quote decided. `subsidizeFees: false` is the
 * word of clients that say nothing of it, and takes nothing from anybody. Pure.
 *
 * @throws PortageError `INVALID_REQUEST`, naming the member
 */
export function checkExecution(
  { executionOptions, originGasOverhead }: ExecutionMembers,
  { referrer, executionTerms }: ExecutedQuote,
): void {
  const { subsidizeFees, destinationChainExecutionData: onDestination = {} } = executionOptions;
  if (subsidizeFees && executionTerms?.sponsor === undefined)
    refuse(
      'executionOptions.subsidizeFees',
      'is true, and the quote has no sponsor',
      'Ask for a quote with subsidizeFees.',
    );
  // The published client sends an empty text where the app has no name.
  if (![undefined, '', referrer].includes(executionOptions.referrer))
    refuse(
      'executionOptions.referrer',
      'is not the referrer of the quote',
      'Name the app as referrer of the quote.',
    );
  if (Object.keys(onDestination).length > 0)
    refuse(
      'executionOptions.destinationChainExecutionData',
      'is decided by the quote',
      'Name calls on the destination as txs of the quote.',
    );
  const quoted = executionTerms?.gasless?.overhead;
  if (originGasOverhead !== undefined && quoted !== undefined && originGasOverhead !== quoted)
    refuse(
      'originGasOverhead',
      `is not that of the quote, ${String(quoted)}`,
      'Ask for a quote with the originGasOverhead that the account needs.',
    );
}

function refuse(path: string, message: string, hint: string): never {
  throw requestFault(path, message, { message: `${path}: ${message}.`, hint });
}
