import { requestFault } from '@portage/core';

/** Most keys of one filter. @see docs/spec/keys-and-usage.md#limit-keys */
export const usageKeysMax = 50;

/**
 * Reads the public key ids of a filter: one, or several separated by commas.
 *
 * @throws PortageError `INVALID_REQUEST` for more than fifty, and for a text that is no public id.
 *   The error does not repeat the text, since it may be a secret
 * @example
 * ```ts
 * parseKeyFilter('key_00112233445566aa, key_00112233445566bb').length; // 2
 * ```
 */
export function parseKeyFilter(text: string): readonly string[] {
  const ids = [...new Set(text.split(',').map((id) => id.trim()))];
  if (ids.length > usageKeysMax) refuse(`names more than ${String(usageKeysMax)} keys`);
  if (!ids.every((id) => /^key_[0-9a-f]{16}$/.test(id)))
    refuse('takes public key ids, as in key_00112233445566aa, separated by commas; never a secret');
  return ids;
}

function refuse(message: string): never {
  throw requestFault('apiKey', message);
}
