import type { QuoteBody } from '@portage/core';
import { failCheck } from './failCheck.js';

/**
 * Checks that authorizations are valid on the destination chain alone. Anybody who sees one may use
 * it on every chain for which it is valid.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`request`)
 */
export function checkAuthorizations(
  { authorizationList = [] }: QuoteBody,
  destinationChainId: number,
): void {
  const wrong = authorizationList.find(({ chainId }) => chainId !== destinationChainId);
  if (wrong === undefined) return;
  failCheck('request', {
    message: 'an authorization is not for the destination chain alone.',
    hint: 'Sign it for the destination chain. For chain 0 it holds on every chain.',
    expected: destinationChainId,
    actual: wrong.chainId,
  });
}
