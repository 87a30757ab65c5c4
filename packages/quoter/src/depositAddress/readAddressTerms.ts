import {
  PortageError,
  type DepositAddresses,
  type ErrorCode,
  type ParsedQuoteBody,
  type QuoteRequest,
} from '@portage/core';
import { atPath } from '../route/atPath.js';
import type { Route } from '../route/findRoute.js';

/** How an order is paid by a plain transfer. */
export interface AddressTerms {
  readonly addresses: DepositAddresses;
  /** `strict` takes the quoted amount; `open` any amount, again and again. */
  readonly type: 'strict' | 'open';
  /** In whose name it is paid in: who may reclaim it from the depository. */
  readonly depositor: string;
}

function refuse(
  code: ErrorCode,
  path: keyof ParsedQuoteBody,
  message: string,
  hint: string,
): never {
  throw new PortageError(code, {
    message: `${path}: ${message}`,
    hint,
    details: [{ path, message }],
  });
}

/** Members that say something which nobody can say with a plain transfer. */
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

/**
 * How a route is paid at an address of its own; undefined where the caller did not ask for one.
 * Pure.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE`, `UNSUPPORTED_CURRENCY`, `EXTRA_TXS_NOT_SUPPORTED`,
 * `INVALID_REQUEST`, `INVALID_ADDRESS`, `INVALID_RECIPIENT`
 * @see SPEC, "useDepositAddress"
 */
export function readAddressTerms(
  request: QuoteRequest,
  { given, payer }: Pick<Route, 'given' | 'payer'>,
): AddressTerms | undefined {
  const { body } = request;
  if (body.useDepositAddress !== true) return undefined;
  const { chain, asset } = given;
  const addresses = chain.deposit?.addresses;
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
