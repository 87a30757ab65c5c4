import { PortageError } from '@portage/core/errors';

/** Name of the promise that a quote broke. */
export type QuoteCheck =
  | 'request'
  | 'endpoint'
  | 'chain'
  | 'codec'
  | 'order-id'
  | 'order-signature'
  | 'solver'
  | 'depository'
  | 'deposit-address'
  | 'filler'
  | 'currency'
  | 'amount'
  | 'app-fees'
  | 'recipient'
  | 'minimum-output'
  | 'refund'
  | 'calls'
  | 'deadline'
  | 'details'
  | 'effects';

/** Values that were compared; they are shown as text. */
export interface Comparison {
  readonly message: string;
  readonly expected?: unknown;
  readonly actual?: unknown;
  readonly hint?: string;
  readonly cause?: unknown;
}

/**
 * Refuses a quote. Never returns. @throws PortageError `QUOTE_VERIFICATION_FAILED` with
 * `context.check`
 */
export function failCheck(
  check: QuoteCheck,
  { message, expected, actual, hint, cause }: Comparison,
): never {
  throw new PortageError('QUOTE_VERIFICATION_FAILED', {
    message: `The quote was refused (${check}): ${message}`,
    hint: hint ?? 'Nothing was signed. If it happens again, do not use this service.',
    context: {
      check,
      ...(expected === undefined ? {} : { expected: show(expected) }),
      ...(actual === undefined ? {} : { actual: show(actual) }),
    },
    cause,
  });
}

function show(value: unknown): string {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return value.slice(0, 500);
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === 'bigint' ? inner.toString() : inner,
  ).slice(0, 500);
}
