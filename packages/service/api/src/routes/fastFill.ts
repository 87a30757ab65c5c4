import { assert, PortageError } from '@portage/core';
import type { Route } from './context.js';
import type { FastFills } from './fastFills.js';
import { unsupported } from './unsupported.js';

type Outcome = Awaited<ReturnType<FastFills['place']>>;

const messages: Readonly<Record<Outcome, string>> = {
  held: 'The request is paid as soon as a block has its deposit.',
  known: 'A fast fill was asked for before.',
  late: 'The deposit is final; nothing is held for it.',
};

const microUsdPerUsd = 1_000_000;

/**
 * `POST /fast-fill`: a request is paid before its deposit is final, at the risk of the app whose
 * key asks for it.
 *
 * @see docs/spec/sponsorship.md#fast-fills
 */
export const fastFill: Route<'fastFill'> =
  ({ fastFills }) =>
  async (call) => {
    const { caller } = call.request;
    assert(caller !== undefined, 'the endpoint needs a key');
    if (fastFills === undefined) throw unsupported('fastFill');
    // What is no demand is said before what a key may.
    const { requestId, solverInputCurrencyAmount, maxFillAmountUsd } = call.read('body');
    if (caller.appWallet === undefined)
      throw new PortageError('FORBIDDEN', {
        message: 'The API key names no wallet whose app fees could stand behind a payout.',
        hint: 'Ask the operator for a key with --app-wallet.',
      });
    const outcome = await fastFills.place({
      requestId: requestId.toLowerCase(),
      wallet: caller.appWallet,
      depositAmount:
        solverInputCurrencyAmount === undefined ? undefined : BigInt(solverInputCurrencyAmount),
      fillMicroUsdMax:
        maxFillAmountUsd === undefined
          ? undefined
          : BigInt(Math.floor(maxFillAmountUsd * microUsdPerUsd)),
    });
    return { message: messages[outcome] };
  };
