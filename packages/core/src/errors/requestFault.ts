import type { ErrorCode } from './codes.js';
import { PortageError, type PortageErrorOptions } from './portageError.js';

/** Members of a fault that are not the same for every member of a request. */
export interface RequestFaultOptions<Code extends ErrorCode> extends Omit<
  PortageErrorOptions<Code>,
  'details'
> {
  /** Code of the error; `INVALID_REQUEST` by default. */
  readonly code?: Code | undefined;
}

/**
 * Error about one member of a request. Its message names the member before the fault, unless the
 * options have a whole sentence.
 *
 * @param path - place of the member, as in `txs.0.to`
 * @param fault - predicate of a sentence, as in `is below 0`
 * @example
 * ```ts
 * if (order.inputs.length === 0) throw requestFault('orderData.inputs', 'is empty');
 * ```
 */
export function requestFault<Code extends ErrorCode = 'INVALID_REQUEST'>(
  path: string,
  fault: string,
  { code, message = `${path}: ${fault}`, ...rest }: RequestFaultOptions<Code> = {},
): PortageError {
  return new PortageError<ErrorCode>(code ?? 'INVALID_REQUEST', {
    ...rest,
    message,
    details: [{ path, message: fault }],
  });
}
