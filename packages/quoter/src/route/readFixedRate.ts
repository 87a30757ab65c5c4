import { parseFixedRate, type FixedRate } from '@portage/fees';
import { PortageError, type KeyRight, type QuoteRequest } from '@portage/core';

/** Who may ask for a fixed rate. */
export interface RateContext {
  readonly apiKeyId?: string | undefined;
  readonly rights?: readonly KeyRight[] | undefined;
}

/**
 * The rate that a request fixes; undefined where it fixes none. It stands for all fees, so none of
 * them can be sponsored and no app fee added.
 *
 * @throws PortageError `UNAUTHORIZED` without a key, `forbiddenToken` without the right,
 *   `INVALID_REQUEST`, `UNSUPPORTED_FEATURE`
 */
export function readFixedRate(
  request: QuoteRequest,
  { apiKeyId, rights = [] }: RateContext,
): FixedRate | undefined {
  const { fixedRate } = request.body;
  if (fixedRate === undefined) return undefined;
  if (!rights.includes('fixed-rate')) {
    const message = 'A fixed rate needs an API key with the right "fixed-rate".';
    const hint = 'Leave fixedRate out, or ask the operator for a key with this right.';
    throw new PortageError(apiKeyId === undefined ? 'UNAUTHORIZED' : 'FORBIDDEN', {
      message,
      hint,
      details: [{ path: 'fixedRate', message }],
    });
  }
  if (request.sponsorship !== undefined || request.appFees.some(({ bpsE4 }) => bpsE4 > 0n)) {
    const message = 'A fixed rate goes with neither sponsored fees nor app fees.';
    throw new PortageError('UNSUPPORTED_FEATURE', {
      message,
      hint: 'Leave subsidizeFees and appFees out.',
      details: [{ path: 'fixedRate', message }],
    });
  }
  const { txs = [], authorizationList = [], topupGas = false } = request.body;
  if (txs.length > 0 || authorizationList.length > 0 || topupGas) {
    const message = 'A fixed rate goes with neither txs, nor authorizations, nor a top-up of gas.';
    throw new PortageError('UNSUPPORTED_FEATURE', {
      message,
      hint: 'Leave fixedRate out.',
      details: [{ path: 'fixedRate', message }],
    });
  }
  return parseFixedRate(fixedRate);
}
