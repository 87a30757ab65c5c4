import type { ApiAnswer } from './callApi.js';

/**
 * Whether the exchange says that it has no such account or transaction.
 *
 * @example
 * ```ts
 * isMissing({ type: 'refused', status: 400, code: 21100, message: 'account not found' }); // true
 * ```
 */
export function isMissing(answer: ApiAnswer): boolean {
  return (
    answer.type === 'refused' &&
    (answer.status === 404 || (answer.status === 400 && /not found/i.test(answer.message)))
  );
}
