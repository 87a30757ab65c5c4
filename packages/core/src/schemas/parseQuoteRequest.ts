import * as Money from '../money/Money.js';
import { fromZod } from './fromZod.js';
import { PortageError } from '../errors/portageError.js';
import { feeBuckets, normalizeBucket, type FeeBucket } from '../feeBuckets.js';
import { quoteBodySchema, type ParsedQuoteBody } from './quoteRequest.js';

/** Sponsorship that a request asks for, aliases and defaults applied. */
export interface SponsorshipRequest {
  readonly components: readonly FeeBucket[];
  /** Micro-USD; absent when there is no cap. */
  readonly maxSubsidization: bigint | undefined;
  readonly subsidizationBps: number;
}

/** One app fee of a request: basis points times 10^24, exactly as the request wrote them. */
export interface AppFeeRequest {
  readonly recipient: string;
  readonly bpsE24: bigint;
}

/**
 * A quote request inside the service: amounts are numbers, aliases are resolved, cross-field rules
 * hold.
 */
export interface QuoteRequest {
  readonly body: ParsedQuoteBody;
  readonly user: string;
  readonly recipient: string;
  /** As given; absent means recipient, then user (docs/spec/quote.md#refundTo). */
  readonly refundTo: string | undefined;
  readonly amount: bigint;
  readonly slippageBps: bigint | undefined;
  readonly latePaymentSlippageBps: bigint | undefined;
  readonly sponsorship: SponsorshipRequest | undefined;
  readonly appFees: readonly AppFeeRequest[];
}

/** Buckets that are sponsored by default (docs/spec/quote.md#default-sponsoredFeeComponents). */
const defaultSponsored: readonly FeeBucket[] = feeBuckets.filter((bucket) => bucket !== 'rent');

/**
 * Reads the body of `POST /quote/v2`: shape, defaults, aliases, and the rules between fields.
 *
 * @throws PortageError `INVALID_REQUEST` or `INVALID_SLIPPAGE_TOLERANCE`, with the offending paths
 * @see docs/spec/quote.md#request
 * @example
 * ```ts
 * const request = parseQuoteRequest({ user: '0x…', amount: '1000' });
 * request.amount; // 1000n
 * ```
 */
export function parseQuoteRequest(input: unknown): QuoteRequest {
  const result = quoteBodySchema.safeParse(input);
  if (!result.success) {
    const slippage = result.error.issues.some((issue) =>
      String(issue.path[0]).endsWith('lippageTolerance'),
    );
    throw fromZod(result.error, slippage ? 'INVALID_SLIPPAGE_TOLERANCE' : 'INVALID_REQUEST');
  }
  return resolveQuoteBody(result.data);
}

/**
 * Second half of {@link parseQuoteRequest}, for a body whose shape is right: aliases, and the rules
 * between fields.
 *
 * @throws PortageError `INVALID_REQUEST` with the offending path
 * @example
 * ```ts
 * const request = resolveQuoteBody(quoteBodySchema.parse(body));
 * ```
 */
export function resolveQuoteBody(body: ParsedQuoteBody): QuoteRequest {
  for (const rule of crossFieldRules) rule(body);
  return {
    body,
    user: body.user,
    recipient: body.recipient ?? body.user,
    refundTo: body.refundTo,
    amount: BigInt(body.amount),
    slippageBps: body.slippageTolerance === undefined ? undefined : BigInt(body.slippageTolerance),
    latePaymentSlippageBps:
      body.latePaymentSlippageTolerance === undefined
        ? undefined
        : BigInt(body.latePaymentSlippageTolerance),
    sponsorship: readSponsorship(body),
    appFees: readAppFees(body),
  };
}

function refuse(path: string, message: string): never {
  throw new PortageError('INVALID_REQUEST', {
    message: `${path}: ${message}`,
    details: [{ path, message }],
  });
}

function requires(
  member: keyof ParsedQuoteBody,
  needed: 'useDepositAddress' | 'topupGas' | 'subsidizeFees',
) {
  return (body: ParsedQuoteBody): void => {
    if (body[member] !== undefined && body[member] !== false && body[needed] !== true)
      refuse(member, `needs ${needed}=true`);
  };
}

const crossFieldRules: readonly ((body: ParsedQuoteBody) => void)[] = [
  requires('recoveryAddress', 'useDepositAddress'),
  requires('topupGasAmount', 'topupGas'),
  requires('sponsoredFeeComponents', 'subsidizeFees'),
  requires('maxSubsidizationAmount', 'subsidizeFees'),
  requires('subsidizationBps', 'subsidizeFees'),
  requires('subsidizeRent', 'subsidizeFees'),
  (body) => {
    const names = body.sponsoredFeeComponents?.map(normalizeBucket) ?? [];
    if (new Set(names).size !== names.length)
      refuse('sponsoredFeeComponents', 'must not name a component twice');
  },
];

function readSponsorship(body: ParsedQuoteBody): SponsorshipRequest | undefined {
  if (body.subsidizeFees !== true) return undefined;
  const named = body.sponsoredFeeComponents?.map(normalizeBucket) ?? defaultSponsored;
  const wanted = new Set<FeeBucket>(body.subsidizeRent === true ? [...named, 'rent'] : named);
  return {
    components: feeBuckets.filter((bucket) => wanted.has(bucket)),
    maxSubsidization:
      body.maxSubsidizationAmount === undefined ? undefined : BigInt(body.maxSubsidizationAmount),
    subsidizationBps: body.subsidizationBps ?? 10_000,
  };
}

function readAppFees(body: ParsedQuoteBody): readonly AppFeeRequest[] {
  const fees = (body.appFees ?? []).map(({ recipient, fee }) => ({
    recipient,
    bpsE24: Money.parse(fee.startsWith('.') ? `0${fee}` : fee, Money.appFeeDecimals),
  }));
  if (fees.reduce((sum, fee) => sum + fee.bpsE24, 0n) > Money.wholeBpsE24)
    refuse('appFees', 'add up to more than 10000 basis points');
  return fees;
}
