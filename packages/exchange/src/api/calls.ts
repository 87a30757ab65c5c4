import { PortageError } from '@portage/core';
import { isList } from '../json/members.js';
import type { Json } from '../json/parseJson.js';
import { oddAnswer } from './answers.js';
import { callApi, type ApiAnswer, type ApiCall, type ApiEndpoint } from './callApi.js';
import { isMissing } from './isMissing.js';

/** Members of an answer. */
export type Members = Readonly<Record<string, Json>>;

/** Members of the query of a call. */
type Query = NonNullable<ApiCall['query']>;

/** Calls of one exchange. */
export interface Calls {
  readonly ask: (call: ApiCall, signal?: AbortSignal) => Promise<ApiAnswer>;
  /** @throws PortageError `RPC_HTTP_ERROR` where the exchange refuses */
  readonly get: (name: string, query: Query, signal?: AbortSignal) => Promise<Members>;
  /** The same, but undefined where the exchange has no such thing. */
  readonly find: (name: string, query: Query, signal?: AbortSignal) => Promise<Members | undefined>;
}

/** Makes the calls of an endpoint. */
export function createCalls(endpoint: ApiEndpoint): Calls {
  const ask: Calls['ask'] = (call, signal) => callApi(endpoint, call, signal);
  return {
    ask,
    get: async (name, query, signal) => found(name, await ask({ name, query }, signal)),
    find: async (name, query, signal) => {
      const answer = await ask({ name, query }, signal);
      return isMissing(answer) ? undefined : found(name, answer);
    },
  };
}

function found(call: string, answer: ApiAnswer): Members {
  if (answer.type === 'answered') return answer.members;
  throw new PortageError('RPC_HTTP_ERROR', {
    message: `The exchange refuses ${call}: ${answer.message}`,
    context: { status: answer.status },
  });
}

/** A list of an answer. @throws PortageError `INVALID_RESPONSE` */
export function listOf(members: Members, call: string, name: string): readonly Json[] {
  const list = members[name];
  if (!isList(list)) throw oddAnswer(call, `no ${name}`);
  return list;
}
