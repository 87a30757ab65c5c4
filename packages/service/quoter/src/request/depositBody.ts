import { keyRights } from '@portage/core';
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
 * request, so only the first deposit is sponsored. Pure.
 */
export function depositBody({ address, deposit, isMainOpen }: OpenDeposit): DepositBody {
  const { body, context } = addressRequestSchema.parse(address.quoteRequest);
  const { subsidizeFees, maxSubsidizationAmount, subsidizationBps, ...unsponsored } = body;
  const sponsored = isMainOpen ? { subsidizeFees, maxSubsidizationAmount, subsidizationBps } : {};
  // Members that are undefined must not be there at all.
  const present: unknown = JSON.parse(
    JSON.stringify({
      ...unsponsored,
      ...sponsored,
      ttl: undefined,
      amount: deposit.amount.toString(),
      tradeType: 'EXACT_INPUT',
      originCurrency: deposit.currency,
    }),
  );
  return { body: present, caller: context };
}
