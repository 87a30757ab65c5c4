import {
  addressKey,
  windowSeconds,
  type Access,
  type CountedCaller,
  type KeyHolder,
  type RateLimitKind,
  type RateLimitState,
} from '@portage/access';
import { PortageError } from '@portage/core';
import { endpoints, type Endpoint, type EndpointName } from '@portage/core/schemas';
import type {
  FastifyReply,
  FastifyRequest,
  onRequestAsyncHookHandler,
  onResponseHookHandler,
} from 'fastify';

declare module 'fastify' {
  interface FastifyRequest {
    /** Holder of the API key sent with the request; undefined without a key. */
    caller: KeyHolder | undefined;
  }
  interface FastifyReply {
    /** Error code of the answer. */
    errorCode: string | undefined;
  }
}

/** Hooks of an endpoint that identify its callers. */
export interface AccessHooks {
  /** Runs before the endpoint: identifies the caller and takes one of its calls. */
  readonly onRequest: onRequestAsyncHookHandler;
  /** Runs after the endpoint: counts the call for its key. */
  readonly onResponse: onResponseHookHandler;
}

/** Creates the hooks of an endpoint. */
export function accessHooks(access: Access, name: EndpointName): AccessHooks {
  const endpoint: Endpoint = endpoints[name];
  const kind: RateLimitKind = name === 'quote' ? 'quote' : 'other';
  // Load balancers ask for health more often than a rate limit allows.
  const isFree = name === 'health';

  return {
    onRequest: async (request, reply) => {
      const header = request.headers['x-api-key']?.toString();
      await admitCaller(access, { kind: isFree ? undefined : kind, header, request, reply });
      if (endpoint.needsKey !== true || request.caller !== undefined) return;
      throw new PortageError('UNAUTHORIZED', {
        message: 'This endpoint needs an API key.',
        hint: 'Send it as x-api-key.',
      });
    },
    onResponse: ({ caller }, reply, done) => {
      if (caller !== undefined)
        access.count({
          apiKeyId: caller.apiKeyId,
          endpoint: endpoint.path,
          statusCode: reply.statusCode,
          errorCode: reply.errorCode ?? '',
        });
      done();
    },
  };
}

/** Call whose caller is to be known. */
export interface AdmittedCall {
  /** Kind of the call; undefined where it is free. */
  readonly kind: RateLimitKind | undefined;
  /** API key that came with it; undefined without one. */
  readonly header: string | undefined;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Identifies the caller of a call by its key and takes one of its calls.
 *
 * @throws PortageError `UNAUTHORIZED`, `RATE_LIMITED`
 */
export async function admitCaller(
  access: Access,
  { kind, header, request, reply }: AdmittedCall,
): Promise<void> {
  const take = async (caller: CountedCaller): Promise<void> => {
    if (kind !== undefined) await takeCall(access, { kind, caller, reply });
  };
  const takeOfAddress = (): Promise<void> => take(addressOf(request));
  if (header === undefined) {
    await takeOfAddress();
    return;
  }
  request.caller = await access.identify(header, takeOfAddress);
  await take({ by: 'key', name: request.caller.apiKeyId });
}

/** Caller as its calls are counted: by its key, else by its address. */
export function countedCaller(request: FastifyRequest): CountedCaller {
  const { caller } = request;
  return caller === undefined ? addressOf(request) : { by: 'key', name: caller.apiKeyId };
}

function addressOf(request: FastifyRequest): CountedCaller {
  return { by: 'address', name: addressKey(request.ip) };
}

/** Call to take. */
interface TakenCall {
  readonly kind: RateLimitKind;
  readonly caller: CountedCaller;
  readonly reply: FastifyReply;
}

/**
 * Takes one call and reports the calls left, in the header fields of
 * draft-ietf-httpapi-ratelimit-headers.
 *
 * @throws PortageError `RATE_LIMITED`
 */
async function takeCall(access: Access, { kind, caller, reply }: TakenCall): Promise<void> {
  const state = await access.take(kind, caller);
  if (state === undefined) return;
  const { limit, remaining, resetSeconds } = state;
  void reply
    .header('ratelimit-policy', `"${kind}";q=${limit};w=${windowSeconds}`)
    .header('ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
  refuseExceeded(state, caller);
}

/**
 * Refuses a call that is one too many.
 *
 * @throws PortageError `RATE_LIMITED`
 */
export function refuseExceeded(
  { isExceeded, limit, resetSeconds }: RateLimitState,
  caller: CountedCaller,
): void {
  if (!isExceeded) return;
  throw new PortageError('RATE_LIMITED', {
    message: `More than ${limit} calls in a minute.`,
    hint: caller.by === 'address' ? 'Come back later, or send an API key.' : 'Come back later.',
    context: { retryAfterSeconds: resetSeconds },
  });
}
