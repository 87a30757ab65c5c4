import { parseFixedRate, type FixedRate } from '@portage/fees';
import { PortageError, requestFault, type ErrorCode, type QuoteRequest } from '@portage/core';
import type { QuotePolicy } from '../policy.js';
import type { QuoteCaller } from './quoteCaller.js';

/** Rights that a request needs and not every caller has. */
export interface RequestRights {
  /** Several routes compete on the chain. */
  readonly isRace: boolean;
  /** Rate that stands for all fees; undefined where the market's is quoted. */
  readonly fixedRate: FixedRate | undefined;
  /** Account that pays the sponsored fees; undefined where nothing is sponsored. */
  readonly sponsorAccount: string | undefined;
  /** Id of the API key that asks; undefined without one. */
  readonly apiKeyId?: string | undefined;
}

/** Decisions of the operator about rights. */
export type RightsPolicy = Pick<QuotePolicy, 'gaslessNeedsSponsor'>;

/**
 * Checks everything in a request that needs an API key or one of its rights.
 *
 * @throws PortageError `UNAUTHORIZED` without a key, `FORBIDDEN` without the right,
 *   `INVALID_REQUEST`, `UNSUPPORTED_FEATURE`
 * @see docs/spec/keys-and-usage.md#rights
 */
export function checkRights(
  request: QuoteRequest,
  caller: QuoteCaller,
  policy: RightsPolicy,
): RequestRights {
  const isRace = checkRace(request, caller);
  const fixedRate = checkFixedRate(request, caller);
  const sponsorAccount = checkSponsor(request, caller);
  checkGasless(request, caller, policy);
  return { isRace, fixedRate, sponsorAccount, apiKeyId: caller.apiKeyId };
}

function refuse(code: ErrorCode, path: string, { message, hint }: Refusal): never {
  throw requestFault(path, message, { code, message, hint });
}

/** The words of a refusal. */
interface Refusal {
  readonly message: string;
  readonly hint: string;
}

function checkRace({ body }: QuoteRequest, { apiKeyId, rights = [] }: QuoteCaller): boolean {
  const isAsked = body.useRouteRacing === true;
  if (isAsked && !rights.includes('route-racing'))
    refuse(apiKeyId === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN', 'useRouteRacing', {
      message: 'Route racing needs an API key with the right "route-racing".',
      hint: 'Leave useRouteRacing out, or ask the operator for a key with this right.',
    });
  return isAsked;
}

/** A fixed rate stands for all fees, so none can be sponsored and no app fee added. */
function checkFixedRate(
  { body, sponsorship, appFees }: QuoteRequest,
  { apiKeyId, rights = [] }: QuoteCaller,
): FixedRate | undefined {
  const { fixedRate, txs = [], authorizationList = [], topupGas = false } = body;
  if (fixedRate === undefined) return undefined;
  if (!rights.includes('fixed-rate'))
    refuse(apiKeyId === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN', 'fixedRate', {
      message: 'A fixed rate needs an API key with the right "fixed-rate".',
      hint: 'Leave fixedRate out, or ask the operator for a key with this right.',
    });
  if (sponsorship !== undefined || appFees.some(({ bpsE24 }) => bpsE24 > 0n))
    refuse('UNSUPPORTED_FEATURE', 'fixedRate', {
      message: 'A fixed rate goes with neither sponsored fees nor app fees.',
      hint: 'Leave subsidizeFees and appFees out.',
    });
  if (txs.length > 0 || authorizationList.length > 0 || topupGas)
    refuse('UNSUPPORTED_FEATURE', 'fixedRate', {
      message: 'A fixed rate goes with neither txs, nor authorizations, nor a top-up of gas.',
      hint: 'Leave fixedRate out.',
    });
  return parseFixedRate(fixedRate);
}

function checkSponsor(
  { sponsorship }: QuoteRequest,
  { apiKeyId, sponsor }: QuoteCaller,
): string | undefined {
  if (sponsorship === undefined) return undefined;
  const details = [
    { path: 'subsidizeFees', message: 'needs an API key that is linked to a sponsor balance' },
  ];
  if (apiKeyId === undefined)
    throw new PortageError('UNAUTHORIZED', {
      message: 'Sponsored fees need an API key that is linked to a sponsor balance.',
      hint: 'Send the key as x-api-key, or leave subsidizeFees out.',
      details,
    });
  if (sponsor === undefined)
    throw new PortageError('FORBIDDEN', {
      message: 'The API key is not linked to a sponsor balance.',
      hint: 'Ask the operator for a key with a sponsor, or leave subsidizeFees out.',
      details,
    });
  return sponsor;
}

/**
 * `POST /execute` takes a gasless deposit only from the key that its quote was asked for with, and
 * the key's sponsor pays for those that fail.
 */
function checkGasless(
  { body }: QuoteRequest,
  { apiKeyId, sponsor }: QuoteCaller,
  { gaslessNeedsSponsor }: RightsPolicy,
): void {
  if (body.originGasOverhead === undefined) return;
  if (apiKeyId === undefined)
    refuse('UNAUTHORIZED', 'originGasOverhead', {
      message:
        'A deposit without gas needs an API key: POST /execute takes it from the key that the quote was asked for with.',
      hint: 'Send the key as x-api-key, or leave originGasOverhead out.',
    });
  if (gaslessNeedsSponsor && sponsor === undefined)
    refuse('FORBIDDEN', 'originGasOverhead', {
      message:
        'A deposit without gas needs an API key with a sponsor, who pays for those that fail.',
      hint: 'Ask the operator for a key with a sponsor, or leave originGasOverhead out.',
    });
}
