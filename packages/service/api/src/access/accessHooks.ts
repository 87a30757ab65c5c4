import {
  addressKey,
  windowSeconds,
  type Access,
  type CountedCaller,
  type KeyHolder,
  type RateLimitKind,
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

  async function take(caller: CountedCaller, reply: FastifyReply): Promise<void> {
    if (!isFree) await takeCall(access, { kind, caller, reply });
  }

  return {
    onRequest: async (request, reply) => {
      const header = request.headers['x-api-key'];
      const takeOfAddress = (): Promise<void> => take(addressOf(request), reply);
      if (header !== undefined) {
        request.caller = await access.identify(header.toString(), takeOfAddress);
        await take({ by: 'key', name: request.caller.apiKeyId }, reply);
        return;
      }
      await takeOfAddress();
      if (endpoint.needsKey !== true) return;
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
  const { isExceeded, limit, remaining, resetSeconds } = state;
  void reply
    .header('ratelimit-policy', `"${kind}";q=${limit};w=${windowSeconds}`)
    .header('ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
  if (!isExceeded) return;
  throw new PortageError('RATE_LIMITED', {
    message: `More than ${limit} calls in a minute.`,
    hint: caller.by === 'address' ? 'Come back later, or send an API key.' : 'Come back later.',
    context: { retryAfterSeconds: resetSeconds },
  });
}
