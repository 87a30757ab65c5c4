import { keyRights, PortageError } from '@portage/core';
import type { OpenDeposit } from '@portage/settlement';
import { z } from 'zod';
import type { QuoteCaller } from './quoteCaller.js';

/** The request of an address, as it is kept to quote what else arrives there. */
export interface AddressRequest {
  readonly body: unknown;
  readonly context: QuoteCaller;
}

/** A body and its caller. */
export interface DepositBody {
  readonly body: unknown;
  readonly caller: QuoteCaller;
}

const addressRequestSchema = z.object({
  body: z.record(z.string(), z.unknown()),
  context: z
    .object({ apiKeyId: z.string(), sponsor: z.string(), rights: z.array(z.enum(keyRights)) })
    .partial(),
});

/**
 * The request that a deposit at an open address makes: all of it is the input, in the currency that
 * came. It is there already, so it needs no `ttl` of the payer. A sponsor has agreed to one
 * request of one amount, so only the first deposit is sponsored, up to that amount or to the cap
 * that the request names. A key that was revoked since has neither a
 * sponsor nor rights. Pure.
 *
 * @throws PortageError `UNSUPPORTED_CURRENCY` where another currency came than the one that the
 *   request names a fixed rate of
 */
export function depositBody(
  { address, deposit, isMainOpen }: OpenDeposit,
  isKeyRevoked = false,
): DepositBody {
  const { body, context } = addressRequestSchema.parse(address.quoteRequest);
  const { subsidizeFees, maxSubsidizationAmount, subsidizationBps, ...unsponsored } = body;
  const unentitled = isKeyRevoked
    ? { useRouteRacing: undefined, routeRacingMinUsdSize: undefined }
    : {};
  const isAsQuoted = deposit.currency === address.currency;
  if (!isAsQuoted && body['fixedRate'] !== undefined)
    throw new PortageError('UNSUPPORTED_CURRENCY', {
      message: `The fixed rate of this address is one of ${address.currency}.`,
    });
  const isAsked = isAsQuoted && isWithin(body, deposit.amount);
  const overridden = isAsked ? {} : { overridePriceImpact: false };
  const isSponsored =
    isMainOpen && !isKeyRevoked && (isAsked || maxSubsidizationAmount !== undefined);
  const sponsored = isSponsored ? { subsidizeFees, maxSubsidizationAmount, subsidizationBps } : {};
  // Members that are undefined must not be there at all.
  const present: unknown = JSON.parse(
    JSON.stringify({
      ...unsponsored,
      ...sponsored,
      ...overridden,
      ...unentitled,
      ttl: undefined,
      amount: deposit.amount.toString(),
      tradeType: 'EXACT_INPUT',
      originCurrency: deposit.currency,
    }),
  );
  return { body: present, caller: isKeyRevoked ? { apiKeyId: context.apiKeyId } : context };
}

/**
 * Whether an amount is no more than the caller asked for. Nobody sees the quote of a deposit, so an
 * impact that a caller overrides and fees that a sponsor takes over are those of as much as they
 * were shown for.
 */
function isWithin(
  { amount, tradeType }: Readonly<Record<string, unknown>>,
  deposited: bigint,
): boolean {
  const isInput = tradeType === undefined || tradeType === 'EXACT_INPUT';
  return isInput && typeof amount === 'string' && deposited <= BigInt(amount);
}
