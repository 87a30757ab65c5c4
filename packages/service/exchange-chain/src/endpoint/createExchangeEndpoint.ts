import {
  createRedaction,
  redactUrl,
  type Endpoint,
  type EndpointLimits,
  type RpcReply,
} from '@portage/chain-kit';
import { callApi, isMissing, type ApiCall } from '@portage/exchange/api';
import type { AuthTokens } from './createAuthTokens.js';
import { isForm, missingCode, ownerOf } from './requests.js';

/**
 * One host of an exchange. The method of a request is the name of a call, and its only parameter
 * the query, or the form of a call that sends. Where tokens are given, a call has one that hosts
 * may answer to the owner of an account alone.
 */
export function createExchangeEndpoint(
  url: string,
  { timeoutMs, beforeCalls }: EndpointLimits,
  tokens?: AuthTokens,
): Endpoint {
  const endpoint = { url, answerMsMax: timeoutMs };
  const redact = createRedaction(url);
  const call = async (request: ApiCall, signal: AbortSignal): Promise<RpcReply> => {
    const answer = await callApi(endpoint, request, signal);
    if (answer.type === 'answered') return { ok: true, result: answer.members };
    const code = isMissing(answer) ? missingCode : answer.code;
    const token = request.query?.['auth'];
    // Words of a host may get into logs and answers, and may hold what it was asked with.
    const words =
      typeof token === 'string' ? answer.message.replaceAll(token, '[redacted]') : answer.message;
    return { ok: false, error: { code, message: redact(words) } };
  };
  return {
    label: redactUrl(url),
    ask: async (requests, signal = new AbortController().signal) => {
      await beforeCalls?.(requests, signal);
      return Promise.all(
        requests.map(({ method: name, params: [values] }) => {
          // Requests are made by `calls`, with one object of texts and numbers.
          const members = values as NonNullable<ApiCall['form']>;
          if (isForm(name)) return call({ name, form: members }, signal);
          const owner = ownerOf(name, members);
          const auth = owner === undefined ? undefined : tokens?.of(owner);
          return call({ name, query: { ...members, auth } }, signal);
        }),
      );
    },
    close: () => Promise.resolve(),
  };
}
