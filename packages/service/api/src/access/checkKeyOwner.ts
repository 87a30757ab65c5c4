import type { Access, KeyHolder } from '@portage/access';
import { PortageError } from '@portage/core';

/**
 * Refuses requests of the API key of another owner, in the words for one that does not exist.
 *
 * @throws PortageError `UNAUTHORIZED`
 */
export async function checkKeyOwner(
  access: Pick<Access, 'visible'>,
  caller: KeyHolder | undefined,
  apiKeyId: string,
): Promise<void> {
  const visible = caller === undefined ? [] : await access.visible(caller, [apiKeyId]);
  if (visible.includes(apiKeyId)) return;
  throw new PortageError('UNAUTHORIZED', {
    message: 'Requests are listed by API key for the owner of the key only.',
    hint: 'Send a key of the same owner as x-api-key, or leave apiKey out.',
    context: { path: 'apiKey' },
  });
}
