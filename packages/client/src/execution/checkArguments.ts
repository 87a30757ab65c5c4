import { PortageError } from '@portage/core/errors';
import { isRecord } from '../transport/isRecord.js';

/**
 * Says what is wrong with the arguments of an execution, for callers without types: a `TypeError`
 * from inside would not.
 *
 * @throws PortageError `INVALID_CONFIGURATION`
 */
export function checkArguments(options: unknown): void {
  if (!isRecord(options)) throw wrong('An execution needs options.', example);
  const { quote, executors, request, verify } = options;
  if (!isQuote(quote))
    throw isQuote(options)
      ? wrong('The quote is one of the options.', example)
      : wrong('The options have no quote.', example);
  if (verify !== false && !isRecord(request))
    throw wrong('The options have no request, which the quote is compared with.', example);
  checkExecutors(executors);
}

/** @throws PortageError `INVALID_CONFIGURATION` */
function checkExecutors(executors: unknown): void {
  const isList = Array.isArray(executors);
  if (isList && executors.every(isExecutor)) return;
  throw wrong(
    isList ? 'A wallet is no executor.' : 'Executors are a list.',
    'Pass executors: [createEvmExecutor({ wallet })], or the executor of another family.',
  );
}

const example = 'Pass { quote, request, minAmountOut, executors }.';

function isQuote(value: unknown): boolean {
  return isRecord(value) && Array.isArray(value['steps']);
}

function isExecutor(value: unknown): boolean {
  return isRecord(value) && typeof value['claim'] === 'function' && typeof value['vm'] === 'string';
}

function wrong(message: string, hint: string): PortageError {
  return new PortageError('INVALID_CONFIGURATION', { message, hint });
}
