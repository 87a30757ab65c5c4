import { PortageError, requestFault, systemClock, type QuoteBody } from '@portage/core';
import type { Chain, RecipientPayment, RecipientState } from '@portage/core/chain';
import { atPath } from '@portage/core/plugin';
import { isSelfPayment, type PaymentFacts } from '../payment/paymentMethod.js';
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
 * account, whether it and those who are paid back can move what they get, whether who pays the
 * deposit's fees holds anything, whether the calls of the order can work, and what the payment has
 * to know of its payer. Most routes have no question.
 *
 * @throws PortageError `PRICE_FETCH_FAILED`, `INVALID_RECIPIENT`, `INVALID_EXTRA_TXS`,
 *   `INVALID_AUTHORIZATION`, `INSUFFICIENT_FUNDS`, `UNSUPPORTED_FEATURE`, `RPC_HTTP_ERROR`
 */
export async function askChain(route: Route): Promise<ChainFacts> {
  const { payment, extras, inputCurrency, outputCurrency } = route;
  const { chain } = outputCurrency;
  const { calls, authorizations } = extras;
  const hasCalls = calls.length > 0 || authorizations.length > 0;
  const hasRecipients =
    chain.recipients !== undefined || inputCurrency.chain.recipients !== undefined;
  if (!hasRecipients && payment.ask === undefined && !hasCalls) return noFacts;
  // A limit of time costs a quote something, and most have no use for one.
  const limit = (): AbortSignal => systemClock.timeout(answerMsMax);
  const [, facts, recipient] = await Promise.all([
    hasCalls ? chain.calls?.confirm({ calls, authorizations }, limit()) : undefined,
    payment.ask?.(limit()),
    askRecipient(route),
    askRefunds(route),
    askFeePayer(route),
  ]);
  return { ...facts, rent: recipient?.rent, leastOutput: recipient?.least };
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
      { currency: depositCurrency.asset.address, recipient: refundOnOrigin },
      body,
    ),
    refundOnDestination === recipient
      ? undefined
      : ask(
          outputCurrency.chain,
          path,
          { currency: outputCurrency.asset.address, recipient: refundOnDestination },
          body,
        ),
  ]);
}

/** Refuses a payer of the deposit's fees that has no account, and so nothing to pay them with. */
async function askFeePayer({ inputCurrency: { chain }, accounts }: Route): Promise<void> {
  const { feePayer } = accounts;
  if (feePayer === undefined) return;
  const currency = chain.codec.nativeCurrency;
  const { least = 0n } = (await read(chain, { currency, recipient: feePayer })) ?? {};
  if (least === 0n) return;
  const message = 'holds nothing to pay the fees with';
  throw requestFault('depositFeePayer', message, {
    code: 'INSUFFICIENT_FUNDS',
    message: `depositFeePayer ${message}.`,
    hint: 'Fund the account, or name another one.',
  });
}

async function ask(
  chain: Chain,
  path: 'user' | 'recipient' | 'refundTo',
  payment: RecipientPayment,
  { allowProgramRecipient }: Pick<QuoteBody, 'allowProgramRecipient'>,
): Promise<RecipientState | undefined> {
  const state = await read(chain, payment);
  const doubt = allowProgramRecipient === true ? undefined : state?.doubt;
  const refusal = state?.refusal ?? doubt;
  if (refusal !== undefined)
    atPath(path, () => {
      throw refusal;
    });
  return state;
}

async function read(chain: Chain, payment: RecipientPayment): Promise<RecipientState | undefined> {
  try {
    return await chain.recipients?.ask(payment);
  } catch (cause) {
    throw new PortageError('PRICE_FETCH_FAILED', {
      message: `Whether the recipient has an account on chain ${String(chain.id)} could not be read.`,
      hint: 'Ask again in a few seconds.',
      cause,
    });
  }
}
