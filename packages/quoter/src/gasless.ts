import { PortageError, type GaslessTerms, type RawCallPayment, type RawCalls } from '@portage/core';
import { originSwap, type StepsContext } from './depositSteps.js';
import type { PricedRoute } from './price/pricedRoute.js';
import type { Route } from './route/findRoute.js';

/**
 * How the payer's own account is called, and how many units of gas that may take beside the steps.
 */
export interface GaslessWay {
  readonly rawCalls: RawCalls;
  readonly overhead: number;
}

/**
 * How the payer's own account is called at our cost; undefined where `originGasOverhead` does not
 * ask for it.
 *
 * @throws PortageError `UNSUPPORTED_FEATURE` where that is not possible
 */
export function findGasless({ request: { body }, given, deposits }: Route): GaslessWay | undefined {
  const { originGasOverhead: overhead } = body;
  if (overhead === undefined) return undefined;
  if (body.usePermit === true)
    throw refuse(
      'A deposit by signature is not made by the payer.',
      'Leave usePermit or originGasOverhead out.',
    );
  if (body.useDepositAddress === true)
    throw refuse(
      'What is sent to a deposit address is sent by its payer.',
      'Leave useDepositAddress or originGasOverhead out.',
    );
  const { rawCalls } = deposits;
  if (rawCalls === undefined)
    throw refuse(
      `No account of chain ${String(given.chain.id)} can be called for its owner.`,
      'Leave originGasOverhead out.',
    );
  if (overhead > rawCalls.overheadMax)
    throw refuse(
      `At most ${String(rawCalls.overheadMax)} units are paid for.`,
      'Name what the account needs beside the steps, as 80000.',
    );
  return { rawCalls, overhead };
}

/** How long a chain has to say whether an account can be called. */
const payerMsMax = 5_000;

/**
 * Refuses a gasless deposit that could never be executed, before anything is quoted for it:
 * `POST /execute` is for the key that the quote was asked for with, and calls no contract.
 * Undefined, without waiting, where none is asked for.
 *
 * @throws PortageError `UNAUTHORIZED` without a key, `UNSUPPORTED_FEATURE`; `RPC_HTTP_ERROR` when
 *   the chain cannot be read
 */
export function confirmGasless(
  route: Route,
  apiKeyId: string | undefined,
): Promise<void> | undefined {
  if (route.request.body.originGasOverhead === undefined) return undefined;
  if (apiKeyId === undefined) {
    const message =
      'A deposit without gas needs an API key: POST /execute takes it from the key that the quote was asked for with.';
    throw new PortageError('UNAUTHORIZED', {
      message,
      hint: 'Send the key as x-api-key, or leave originGasOverhead out.',
      details: [{ path: 'originGasOverhead', message }],
    });
  }
  return findGasless(route)?.rawCalls.checkPayer(route.payer, AbortSignal.timeout(payerMsMax));
}

function refuse(reason: string, hint: string): PortageError {
  return new PortageError('UNSUPPORTED_FEATURE', {
    message: `originGasOverhead: ${reason}`,
    hint,
    details: [{ path: 'originGasOverhead', message: reason }],
  });
}

/** What the payer's account does, as far as its gas goes. */
export function rawCallPayment(
  { given }: Route,
  { overhead }: GaslessWay,
  swapGas: number | undefined,
): RawCallPayment {
  return { currency: given.asset.address, swapGas, overhead };
}

/** What may be submitted for a quote, until it is too late to be filled. */
export function gaslessTerms(
  way: GaslessWay,
  priced: PricedRoute,
  { fillBy }: StepsContext,
): GaslessTerms {
  const { route, swaps, amountIn } = priced;
  const expiresAt = Math.floor(fillBy / 1000);
  const minimum = originSwap(priced, expiresAt)?.minimum ?? amountIn;
  const deposits = { currency: route.origin.asset.address, minimum: minimum.toString() };
  return {
    payer: route.payer,
    gasLimit: way.rawCalls.gasLimit(rawCallPayment(route, way, swaps.origin?.gas)),
    expiresAt,
    deposits,
  };
}
