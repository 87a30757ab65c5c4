import { isPortageError, PortageError } from '@portage/core';
import type { PaymentFacts } from '../payment/paymentMethod.js';
import type { Route } from './route.js';

/** Answers of chains to the questions of one quote. */
export interface ChainFacts extends PaymentFacts {
  /** Rent of the accounts that the payment opens, destination native currency. */
  readonly rent?: bigint | undefined;
}

/** Time that a chain has to answer. */
const answerMsMax = 5_000;

/** Facts of a route that has no question. */
const noFacts: ChainFacts = {};

/**
 * Asks chains what a quote cannot know from memory, all at once: whether the recipient has an
 * account, whether the calls of the order can work, and what the payment has to know of its payer.
 * Most routes have no question.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`, `INVALID_EXTRA_TXS`,
 *   `INVALID_AUTHORIZATION`, `UNSUPPORTED_FEATURE`, `RPC_HTTP_ERROR`
 */
export async function askChain(route: Route): Promise<ChainFacts> {
  const { payment, extras, outputCurrency } = route;
  const { chain } = outputCurrency;
  const { calls, authorizations } = extras;
  const hasCalls = calls.length > 0 || authorizations.length > 0;
  if (chain.gas.rent === undefined && payment.ask === undefined && !hasCalls) return noFacts;
  const signal = AbortSignal.timeout(answerMsMax);
  const [, facts, rent] = await Promise.all([
    hasCalls ? chain.calls?.confirm({ calls, authorizations }, signal) : undefined,
    payment.ask?.(signal),
    askRent(route),
  ]);
  return { permitNonce: facts?.permitNonce, rent };
}

/** Rent of the recipient's account; undefined on chains without rent. */
async function askRent({ outputCurrency, accounts }: Route): Promise<bigint | undefined> {
  const { chain, asset } = outputCurrency;
  try {
    return await chain.gas.rent?.({ currency: asset.address, recipient: accounts.recipient });
  } catch (cause) {
    // What the reading says about the recipient itself is not a matter of asking again.
    if (isPortageError(cause) && cause.code !== 'RPC_HTTP_ERROR') throw cause;
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `Whether the recipient has an account on chain ${String(chain.id)} could not be read.`,
      hint: 'Ask again in a few seconds.',
      cause,
    });
  }
}
