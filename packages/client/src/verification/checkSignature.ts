import type { ProtocolV2 } from '@portage/core';
import { verifyOrderSignature } from '@portage/order';
import { failCheck } from './failCheck.js';

/**
 * Checks that the solver of an order signed it. This module is loaded when it is needed, because
 * elliptic curves are larger than the rest of this package.
 *
 * @throws PortageError `QUOTE_VERIFICATION_FAILED` (`order-signature`)
 */
export function checkSignature({ orderId, orderSignature, orderData }: ProtocolV2): void {
  if (orderSignature === undefined)
    failCheck('order-signature', { message: 'the order signature is missing.' });
  if (!verifyOrderSignature({ orderId, signature: orderSignature, solver: orderData.solver })) {
    failCheck('order-signature', {
      message: 'the order is not signed by its solver.',
      expected: orderData.solver,
      actual: orderSignature,
    });
  }
}
