import { requestFault } from '@portage/core';
import type { QuotePolicy } from '../policy.js';
import type { QuoteCaller } from './quoteCaller.js';

/**
 * Refuses a quote that names its app without a key, where the operator wants one. What is paid in
 * again at an open address is quoted from a request that was taken, so it is not asked again.
 *
 * @throws PortageError `UNAUTHORIZED_QUOTE`
 * @see docs/spec/quote.md#referrer
 */
export function checkReferrer(
  body: unknown,
  { apiKeyId }: QuoteCaller,
  { referrerNeedsKey }: Pick<QuotePolicy, 'referrerNeedsKey'>,
): void {
  if (!referrerNeedsKey || apiKeyId !== undefined) return;
  const referrer: unknown =
    typeof body === 'object' && body !== null ? Reflect.get(body, 'referrer') : undefined;
  if (typeof referrer !== 'string' || referrer === '') return;
  throw requestFault('referrer', 'needs an API key', {
    code: 'UNAUTHORIZED_QUOTE',
    message: 'A quote that names its app needs an API key here.',
    hint: 'Send the key as x-api-key, or leave referrer out.',
  });
}
