import { createAccountCalls } from './accountCalls.js';
import { createCalls } from './calls.js';
import type { ExchangeApi } from './exchangeApi.js';
import type { StatusPolicy } from './statuses.js';
import { createTransactionCalls } from './transactionCalls.js';

/** Options of {@link createExchangeApi}. */
export interface ExchangeApiOptions {
  /** Address of the exchange's host, without `/api/v1`; nothing else is called. */
  readonly url: string;
  /** Milliseconds that one answer may take. Default 15000. */
  readonly answerMsMax?: number | undefined;
  /** Meaning of the numbers of statuses. Default: 3 is executed, and final. */
  readonly statuses?: StatusPolicy | undefined;
}

const defaultAnswerMs = 15_000;

/**
 * Client of an exchange's HTTP interface. Answers are bounded in time and length, and whole numbers
 * are read exactly.
 *
 * @example
 * ```ts
 * const api = createExchangeApi({ url: 'https://mainnet.zklighter.elliot.ai' });
 * const nonce = await api.nextNonce({ accountIndex: 509564, apiKeyIndex: 2 }, signal);
 * ```
 */
export function createExchangeApi({
  url,
  answerMsMax = defaultAnswerMs,
  statuses,
}: ExchangeApiOptions): ExchangeApi {
  const calls = createCalls({ url, answerMsMax });
  return { ...createAccountCalls(calls), ...createTransactionCalls(calls, statuses) };
}
