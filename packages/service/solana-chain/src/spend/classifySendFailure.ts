import type { RpcFailure, SendFailure } from '@portage/chain-kit';

const signatureFailure = -32003;

/**
 * Words of nodes; this is the only place that reads them, and whatever it does not know is
 * ambiguous.
 */
const words: readonly (readonly [RegExp, SendFailure])[] = [
  [/already (?:been )?processed|AlreadyProcessed/i, 'known'],
  [
    /signature verification fail|too large|failed to (?:deserialize|sanitize)|invalid transaction|unsupported transaction version/i,
    'refused',
  ],
];

/** Sorts a refusal of `sendTransaction`. */
export function classifySendFailure(failure: RpcFailure): SendFailure {
  if (failure.code === signatureFailure) return 'refused';
  return words.find(([pattern]) => pattern.test(failure.message))?.[1] ?? 'ambiguous';
}
