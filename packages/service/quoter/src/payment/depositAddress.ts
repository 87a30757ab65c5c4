import {
  requestFault,
  type ErrorCode,
  type ParsedQuoteBody,
  type QuoteRequest,
} from '@portage/core';
import { atPath } from '@portage/core/plugin';
import type { AddressTerms, OrderPayment, PayingSide } from './paymentMethod.js';

/**
 * A plain transfer to an address of the order's own, which the solver sweeps into the depository.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE`, `UNSUPPORTED_CURRENCY`, `EXTRA_TXS_NOT_SUPPORTED`,
 *   `INVALID_REQUEST`, `INVALID_ADDRESS`, `INVALID_RECIPIENT`
 * @see docs/spec/quote.md#useDepositAddress
 */
export function createAddressPayment(request: QuoteRequest, side: PayingSide): OrderPayment {
  const { address: currency } = side.asset;
  return {
    type: 'depositAddress',
    depository: side.deposits.depository,
    payerGas: (cost) => cost({ type: 'transfer', currency }),
    solverGas: (cost) => cost({ type: 'sweep', currency }),
    solverPaysSwapGas: false,
    address: readAddressTerms(request, side),
    steps: (input) => ({ steps: side.deposits.steps(input), terms: {} }),
  };
}

function readAddressTerms(
  request: QuoteRequest,
  { chain, asset, deposits: { addresses }, payer }: PayingSide,
): AddressTerms {
  const { body } = request;
  if (addresses === undefined)
    refuse(
      'UNSUPPORTED_FEATURE',
      'useDepositAddress',
      `deposit addresses are not offered on chain ${String(chain.id)}`,
      'Ask without useDepositAddress, or pay on another chain.',
    );
  if (!asset.supportsBridging)
    refuse(
      'UNSUPPORTED_CURRENCY',
      'originCurrency',
      `${asset.symbol} is not taken at deposit addresses`,
      'Pay in a currency that is bridged.',
    );
  refuseUnfit(request);
  const { recoveryAddress } = body;
  const depositor =
    recoveryAddress === undefined
      ? payer
      : atPath('recoveryAddress', () => chain.codec.normalizeAddress(recoveryAddress));
  atPath(recoveryAddress === undefined ? 'user' : 'recoveryAddress', () =>
    chain.checkRecipient(depositor),
  );
  return { addresses, depositor, type: body.tradeType === 'EXACT_OUTPUT' ? 'strict' : 'open' };
}

function refuse(
  code: ErrorCode,
  path: keyof ParsedQuoteBody,
  message: string,
  hint: string,
): never {
  throw requestFault(path, message, { code, hint });
}

/** Members that say something which a plain transfer cannot say. */
function refuseUnfit({ body }: QuoteRequest): void {
  const leaveOut = (path: keyof ParsedQuoteBody): string =>
    `Leave ${path} or useDepositAddress out of the request.`;
  if ((body.txs ?? []).length > 0)
    refuse(
      'EXTRA_TXS_NOT_SUPPORTED',
      'txs',
      'calls are not made for what reaches a deposit address',
      leaveOut('txs'),
    );
  if ((body.authorizationList ?? []).length > 0)
    refuse(
      'UNSUPPORTED_FEATURE',
      'authorizationList',
      'calls are not made for what reaches a deposit address',
      leaveOut('authorizationList'),
    );
  if (body.usePermit === true)
    refuse(
      'INVALID_REQUEST',
      'usePermit',
      'nobody signs a permit for a plain transfer',
      leaveOut('usePermit'),
    );
  if (body.sponsoredFeeComponents !== undefined || body.subsidizeRent === true) {
    refuse(
      'UNSUPPORTED_FEATURE',
      'sponsoredFeeComponents',
      'are not chosen for deposit addresses',
      'Leave sponsoredFeeComponents and subsidizeRent out of the request.',
    );
  }
  if (body.tradeType === 'EXACT_OUTPUT' && body.refundTo === undefined) {
    refuse(
      'INVALID_REQUEST',
      'refundTo',
      'is needed where only one amount is taken: another one goes back',
      'Name an account of the origin chain in refundTo, never one of an exchange.',
    );
  }
}
