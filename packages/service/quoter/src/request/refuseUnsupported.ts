import {
  requestFault,
  type ErrorCode,
  type ParsedQuoteBody,
  type QuoteRequest,
} from '@portage/core';

interface Refusal {
  readonly member: keyof ParsedQuoteBody;
  /** Whether the member is set to something that would change what the caller gets. */
  readonly asked: (request: QuoteRequest) => boolean;
  readonly code?: ErrorCode;
  /** Part that would be needed for it. */
  readonly missing?: string;
}

/**
 * Members of a quote request that this service does not offer. Members that cannot matter to a
 * bridge are not listed.
 */
const refusals: readonly Refusal[] = [
  {
    member: 'useExternalLiquidity',
    asked: ({ body }) => body.useExternalLiquidity === true,
    missing: 'a canonical bridge between these chains',
  },
];

/**
 * Refuses what the caller asked for and would not get. Nothing is ignored that would change the
 * outcome.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` or `EXTRA_TXS_NOT_SUPPORTED`, naming the member
 */
export function refuseUnsupported(request: QuoteRequest): void {
  const found = refusals.find((refusal) => refusal.asked(request));
  if (found === undefined) return;
  const message = `${found.member} is not offered by this service${found.missing === undefined ? '' : `: it needs ${found.missing}, and there is none`}.`;
  throw requestFault(found.member, message, {
    code: found.code ?? 'UNSUPPORTED_FEATURE',
    message,
    hint: `Leave ${found.member} out of the request.`,
  });
}
