import type { QuoteRequest } from '@portage/core';
import { createDepositPayment } from './deposit.js';
import { createAddressPayment } from './depositAddress.js';
import { createDirectPayment } from './directDeposit.js';
import { createGaslessPayment } from './gasless.js';
import type { OrderPayment, PayingSide } from './paymentMethod.js';
import { createPermitPayment } from './permit.js';

/**
 * The way in which a request pays for an order.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE`, `UNSUPPORTED_CURRENCY`, `EXTRA_TXS_NOT_SUPPORTED`,
 *   `INVALID_REQUEST`, `INVALID_ADDRESS`, `INVALID_RECIPIENT` where the chain cannot be paid so, or
 *   where members of the request contradict each other
 */
export function findPaymentMethod(request: QuoteRequest, side: PayingSide): OrderPayment {
  const { body } = request;
  const direct = body.explicitDeposit ? undefined : createDirectPayment(body, side);
  if (direct !== undefined) return direct;
  const address = body.useDepositAddress === true ? createAddressPayment(request, side) : undefined;
  if (body.originGasOverhead !== undefined)
    return createGaslessPayment(body, side, body.originGasOverhead);
  if (address !== undefined) return address;
  return body.usePermit === true ? createPermitPayment(body, side) : createDepositPayment(side);
}
