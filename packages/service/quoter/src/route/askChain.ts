import { PortageError, type QuoteBody } from '@portage/core';
import type { Chain, RecipientPayment, RecipientState } from '@portage/core/chain';
import { isSelfPayment, type PaymentFacts } from '../payment/paymentMethod.js';
import { atPath } from '../request/atPath.js';
import type { Route } from './route.js';

/** Answers of chains to the questions of one quote. */
export interface ChainFacts extends PaymentFacts {
  /** Rent of the accounts that the payment opens, destination native currency. */
  readonly rent?: bigint | undefined;
  /** The least that the destination lets the recipient be paid, output currency. */
  readonly leastOutput?: bigint | undefined;
}

/** Time that a chain has to answer. */
const answerMsMax = 5_000;

/** Facts of a route that has no question. */
const noFacts: ChainFacts = {};

/**
 * Asks chains what a quote cannot know from memory, all at once: whether the recipient has an
 * account, whether it and those who are paid back can move what they get, whether the calls of the
 * order can work, and what the payment has to know of its payer. Most routes have no question.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`, `INVALID_EXTRA_TXS`,
 *   `INVALID_AUTHORIZATION`, `UNSUPPORTED_FEATURE`, `RPC_HTTP_ERROR`
 */
export async function askChain(route: Route): Promise<ChainFacts> {
  const { payment, extras, inputCurrency, outputCurrency } = route;
  const { chain } = outputCurrency;
  const { calls, authorizations } = extras;
  const hasCalls = calls.length > 0 || authorizations.length > 0;
  const hasRecipients =
    chain.recipients !== undefined || inputCurrency.chain.recipients !== undefined;
  if (!hasRecipients && payment.ask === undefined && !hasCalls) return noFacts;
  const signal = AbortSignal.timeout(answerMsMax);
  const [, facts, recipient] = await Promise.all([
    hasCalls ? chain.calls?.confirm({ calls, authorizations }, signal) : undefined,
    payment.ask?.(signal),
    askRecipient(route),
    askRefunds(route),
  ]);
  return {
    ...facts,
    rent: recipient?.rent,
    leastOutput: recipient?.least,
  };
}

/** State of the recipient; undefined on chains that have nothing to say about it. */
function askRecipient({
  request,
  outputCurrency: { chain, asset },
  accounts: { recipient },
}: Route): Promise<RecipientState | undefined> {
  const path = request.body.recipient === undefined ? 'user' : 'recipient';
  return ask(chain, path, { currency: asset.address, recipient }, request.body);
}

/** Refuses accounts that could not move a refund; a swap that its payer makes has none. */
async function askRefunds({
  request: { body },
  payment,
  accounts,
  depositCurrency,
  outputCurrency,
}: Route): Promise<void> {
  if (isSelfPayment(payment)) return;
  const { recipient, refundOnOrigin, refundOnDestination } = accounts;
  const named = body.recipient === undefined ? 'user' : 'recipient';
  const path = body.refundTo === undefined ? named : 'refundTo';
  await Promise.all([
    ask(
      depositCurrency.chain,
      path,
      {
        currency: depositCurrency.asset.address,
        recipient: refundOnOrigin,
      },
      body,
    ),
    refundOnDestination === recipient
      ? undefined
      : ask(
          outputCurrency.chain,
          path,
          {
            currency: outputCurrency.asset.address,
            recipient: refundOnDestination,
          },
          body,
        ),
  ]);
}

async function ask(
  chain: Chain,
  path: 'user' | 'recipient' | 'refundTo',
  payment: RecipientPayment,
  { allowProgramRecipient }: Pick<QuoteBody, 'allowProgramRecipient'>,
): Promise<RecipientState | undefined> {
  let state: RecipientState | undefined;
  try {
    state = await chain.recipients?.ask(payment);
  } catch (cause) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `Whether the recipient has an account on chain ${String(chain.id)} could not be read.`,
      hint: 'Ask again in a few seconds.',
      cause,
    });
  }
  const doubt = allowProgramRecipient === true ? undefined : state?.doubt;
  const refusal = state?.refusal ?? doubt;
  if (refusal !== undefined)
    atPath(path, () => {
      throw refusal;
    });
  return state;
}
