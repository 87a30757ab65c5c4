import type { QuoteBody } from '@portage/core';
import { refuse } from './failCheck.js';

/**
 * Refuses authorizations that would hold on other chains than the destination: whoever sees one may
 * use it there.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`request`)
 */
export function checkAuthorizations(
  { authorizationList = [] }: QuoteBody,
  destinationChainId: number,
): void {
  const wrong = authorizationList.find(({ chainId }) => chainId !== destinationChainId);
  if (wrong === undefined) return;
  refuse('request', {
    message: 'an authorization is not for the destination chain alone.',
    hint: 'Sign authorizations for the destination chain. One for chain 0 holds on every chain.',
    expected: destinationChainId,
    actual: wrong.chainId,
  });
}
