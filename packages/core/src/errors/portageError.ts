import { errorKinds, type ErrorCode } from './codes.js';
import type { ErrorContext } from './errorContexts.js';

/** One fault in a request: where it is and what is wrong with it. */
export interface ErrorDetail {
  readonly path: string;
  readonly message: string;
}

/** Parts of a {@link PortageError} beside its code. */
export interface PortageErrorOptions<Code extends ErrorCode = ErrorCode> {
  /** Sentence for people; by default the words of the code. */
  readonly message?: string | undefined;
  /** Sentence that says what to do next. */
  readonly hint?: string | undefined;
  /**
   * Values that explain the error; they appear as `errorData` in an HTTP answer, so never put a
   * secret here.
   */
  readonly context?: ErrorContext<Code> | undefined;
  /** Offending members of a request. */
  readonly details?: readonly ErrorDetail[] | undefined;
  readonly cause?: unknown;
}

/**
 * The one error class of Portage. Recognise it with {@link isPortageError} and its `code`, not with
 * `instanceof`: two copies of this package may be installed side by side.
 *
 * @example
 * ```ts
 * throw new PortageError('AMOUNT_TOO_LOW', {
 *   context: { amount: '1' },
 *   hint: 'Send more than the fees.',
 * });
 * ```
 */
export class PortageError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'PortageError';
  readonly code: Code;
  readonly hint: string | undefined;
  readonly context: ErrorContext<Code>;
  readonly details: readonly ErrorDetail[];

  constructor(code: Code, options: PortageErrorOptions<Code> = {}) {
    super(
      options.message ?? wordsOf(code),
      options.cause === undefined ? undefined : { cause: options.cause },
    );
    this.code = code;
    this.hint = options.hint;
    // Every member of a context is optional, whatever the code.
    this.context = options.context ?? {};
    this.details = options.details ?? [];
  }

  /** HTTP status that goes with the code. */
  get status(): number {
    return errorKinds[this.code].status;
  }

  /** Whether the same call may succeed later without a change. */
  get retryable(): boolean {
    return errorKinds[this.code].retryable;
  }
}

/** The words of a code as a sentence: `Wallet rejected.` */
function wordsOf(code: string): string {
  return `${code.charAt(0)}${code.slice(1).toLowerCase().replaceAll('_', ' ')}.`;
}

/**
 * Tells a Portage error by its name and, where given, its code.
 *
 * @example
 * ```ts
 * if (!isPortageError(error, 'WALLET_REJECTED')) throw error;
 * ```
 */
export function isPortageError<Code extends ErrorCode = ErrorCode>(
  error: unknown,
  code?: Code,
): error is PortageError<Code> {
  if (!(error instanceof Error) || error.name !== 'PortageError' || !('code' in error))
    return false;
  return code === undefined ? true : error.code === code;
}
