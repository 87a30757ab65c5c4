import { PortageError, type Permits, type PermitOffer } from '@portage/core';
import { depositInput, type StepsContext } from './depositSteps.js';
import type { PricedRoute } from './price/pricedRoute.js';
import type { Route } from './route/findRoute.js';

/** SPEC's default, seconds. */
const permitExpirySeconds = 600;

/**
 * Who takes the deposit with the payer's signature; undefined where no permit is asked for.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` where the currency cannot be taken so
 */
export function findPermits({
  request,
  given,
  deposits,
  isSelfExecuted,
}: Route): Permits | undefined {
  if (request.body.usePermit !== true) return undefined;
  if (isSelfExecuted)
    throw refuse(
      'A swap within one chain is made by its payer.',
      'Leave usePermit out, or have the solver make the swap with forceSolverExecution.',
    );
  if (request.body.useDepositAddress === true)
    throw refuse(
      'What is sent to a deposit address is not signed for.',
      'Leave usePermit or useDepositAddress out.',
    );
  const { permits } = deposits;
  if (permits?.gas({ currency: given.asset.address }) !== undefined) return permits;
  throw refuse(
    `${given.asset.symbol} on chain ${String(given.chain.id)} cannot be paid with a signature.`,
    'Leave usePermit out, or pay with a currency whose supportsPermit is true.',
  );
}

function refuse(reason: string, hint: string): PortageError {
  const message = `usePermit: ${reason}`;
  return new PortageError('UNSUPPORTED_FEATURE', {
    message,
    hint,
    details: [{ path: 'usePermit', message: reason }],
  });
}

/** How long a chain has to say what a payer's next permit is counted with. */
const nonceMsMax = 5_000;

/** What the chain has to be asked before a signature can be asked for; undefined where nothing. */
export function readPermitNonce({
  request,
  given,
  deposits,
  payer,
}: Route): Promise<bigint> | undefined {
  if (request.body.usePermit !== true || request.body.indicativeQuote === true) return undefined;
  return deposits.permits?.readNonce?.(
    { currency: given.asset.address, payer },
    AbortSignal.timeout(nonceMsMax),
  );
}

/**
 * The steps that ask for a signature instead of a deposit, and what is kept of them. `now` is
 * milliseconds since 1970.
 */
export function offerPermit(
  permits: Permits,
  priced: PricedRoute,
  context: StepsContext,
  { now, nonce }: { readonly now: number; readonly nonce: bigint | undefined },
): PermitOffer {
  const { permitExpiry = permitExpirySeconds } = priced.route.request.body;
  const expiresAt = Math.min(
    Math.floor(now / 1000) + permitExpiry,
    Math.floor(context.fillBy / 1000),
  );
  return permits.offer({ ...depositInput(priced, context), expiresAt, nonce });
}
