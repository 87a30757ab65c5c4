import { isPortageError } from '@portage/sdk';

/** An error in words of people: what happened, whether money moved, and what to do. */
export interface Explanation {
  readonly title: string;
  readonly advice: string;
  /** Code for support; undefined where there is none. */
  readonly code: string | undefined;
}

interface Words extends Pick<Explanation, 'title' | 'advice'> {
  /** Whether the sentence of the error itself goes before the advice. */
  readonly isSaid?: boolean;
  /** Whether the hint of the error stands in place of the advice: it names what only it knows. */
  readonly isHinted?: boolean;
}

const safe = 'Nothing was signed and no money moved.';

/** Title and advice for each code. Others show the sentence and hint of the error itself. */
const words: Readonly<Record<string, Words>> = {
  QUOTE_VERIFICATION_FAILED: {
    title: 'This quote would not do what you asked for, so it was stopped.',
    advice: `${safe} It was changed on its way to you, or by the service itself. Do not try again on this network; check that the address of this page is right.`,
  },
  PRICE_MOVED: { title: 'The price moved.', advice: `${safe} Ask for a new price.`, isSaid: true },
  AMOUNT_TOO_LOW: {
    title: 'This amount does not cover the fees.',
    advice: 'Enter a larger amount.',
  },
  AMOUNT_TOO_HIGH: {
    title: 'This is more than one swap may carry.',
    advice: 'Enter a smaller amount, or swap in several parts.',
  },
  INSUFFICIENT_LIQUIDITY: {
    title: 'There is not enough of this currency to pay you out just now.',
    advice: 'Try a smaller amount, or again in a few minutes.',
  },
  INSUFFICIENT_FUNDS: {
    title: 'Your wallet does not hold enough.',
    advice: 'Enter a smaller amount, and leave some for network fees.',
  },
  UNSUPPORTED_ROUTE: {
    title: 'This pair cannot be swapped here.',
    advice: 'Choose another currency on either side.',
  },
  NO_SWAP_ROUTES_FOUND: {
    title: 'No market trades this pair.',
    advice: 'Choose another currency on either side.',
  },
  SWAP_IMPACT_TOO_HIGH: {
    title: 'This amount would move the market against you.',
    advice: 'Enter a smaller amount.',
  },
  CHAIN_DISABLED: {
    title: 'This chain is paused for now.',
    advice: 'Choose another chain, or come back later.',
  },
  RATE_LIMITED: {
    title: 'Too many questions at once.',
    advice: 'Wait a minute; the price comes back by itself.',
  },
  PRICE_FETCH_FAILED: {
    title: 'There is no fresh price for this currency.',
    advice: 'It usually comes back within a minute.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'The service rests for a moment.',
    advice: 'Swaps that are under way go on. Try again in a minute.',
  },
  HTTP_REQUEST_FAILED: {
    title: 'The service cannot be reached.',
    advice: 'Check your connection. A swap that you have paid goes on without this page.',
  },
  QUOTE_EXPIRED: { title: 'This price is too old.', advice: `${safe} Ask for a new price.` },
  ALREADY_PAID: {
    title: 'This quote is paid already.',
    advice: 'It is not paid twice. Follow it under Activity.',
  },
  NO_EXECUTOR: {
    title: 'No connected wallet can sign this step.',
    advice: `${safe} Connect the wallet that pays.`,
  },
  WALLET_REJECTED: {
    title: 'You declined in your wallet.',
    advice: 'Nothing was sent. Swap again whenever you like.',
  },
  WALLET_ERROR: {
    title: 'The wallet failed.',
    advice: 'Look whether it shows the transaction before you try again.',
    isSaid: true,
  },
  WRONG_CHAIN: {
    title: 'The wallet is on another network.',
    advice: 'Nothing was sent. Allow the wallet to change its network, and try again.',
  },
  TRANSACTION_REVERTED: {
    title: 'The chain refused the transaction.',
    advice: 'The chain took its fee and nothing else. The price may have moved: ask for a new one.',
  },
  TRANSACTION_CANCELLED: {
    title: 'Another transaction took its place in the wallet.',
    advice: 'Look in the wallet whether that one paid before you pay again.',
  },
  TRANSACTION_ALTERED: {
    title: 'Warning: your wallet sent another payment than the one you agreed to.',
    advice: 'Do not pay again, and contact us.',
    isSaid: true,
    isHinted: true,
  },
  TRANSACTION_EXPIRED: {
    title: 'Your payment never arrived.',
    advice:
      'The chain does not know the transaction, so nothing was paid. Get a new price: you may pay again. If it still arrives, it is refunded.',
  },
  SUBMISSION_UNKNOWN: {
    title: 'It is not known whether your wallet sent the payment.',
    advice:
      'Look into the wallet. If it shows no payment, send it again; if it does, wait for it here. It is never sent twice without your word.',
  },
  UNKNOWN_REQUEST: {
    title: 'The service does not know this swap.',
    advice: 'If your wallet shows no payment for it, nothing was lost. Start a new one.',
  },
  EXECUTION_TIMED_OUT: {
    title: 'This takes longer than usual.',
    advice: 'Nothing is lost: the swap goes on, and ends with your money there or back.',
  },
};

/** Puts any error into words. */
export function explainError(error: unknown): Explanation {
  if (!isPortageError(error))
    return {
      title: 'Something unexpected happened.',
      advice: error instanceof Error ? error.message : 'Load the page again.',
      code: undefined,
    };
  const own: Words = words[error.code] ?? { title: error.message, advice: error.hint ?? '' };
  const check = error.code === 'QUOTE_VERIFICATION_FAILED' ? error.context['check'] : undefined;
  const code = typeof check === 'string' ? `${error.code}: ${check}` : error.code;
  const next = own.isHinted === true ? (error.hint ?? own.advice) : own.advice;
  const advice = own.isSaid === true ? `${error.message} ${next}` : next;
  return { title: own.title, advice, code };
}
