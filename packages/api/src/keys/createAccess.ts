import { isPortageError, PortageError, type Endpoint, type EndpointName } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { Keys, Usage } from '@portage/store';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { addressKey } from '../limits/addressKey.js';
import { createRateLimits, windowSeconds, type CountedCaller, type RateLimitKind, type RateLimitOptions, type RateLimits } from '../limits/createRateLimits.js';
import type { ServerLog } from '../log.js';
import { createUsageCounter } from '../usage/createUsageCounter.js';
import { createKeyring, type KeyHolder } from './createKeyring.js';

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose key came with the call; undefined where none did. */
    caller: KeyHolder | undefined;
  }
  interface FastifyReply {
    /** The code of the error that is answered. */
    errorCode: string | undefined;
  }
}

/** Keys, usage and rates of a server. */
export interface AccessOptions {
  readonly keys: Pick<Keys, 'find' | 'owned' | 'onChanged'>;
  readonly usage: Usage;
  /** Calls are counted for their keys; true when left out. False where something before the server counts them. */
  readonly isCounting?: boolean | undefined;
  /** Nobody is limited when it is left out. */
  readonly rateLimits?: RateLimitOptions | undefined;
}

/** Who may call, how often, and what was called. */
export interface Access {
  /** Which of `ids` the holder of a key may see. */
  visible(holder: KeyHolder, ids: readonly string[]): Promise<readonly string[]>;
  readonly usage: Pick<Usage, 'read'>;
  /** Runs before an endpoint: finds out who calls, and takes one of the caller's calls. */
  enter(name: EndpointName): (request: FastifyRequest, reply: FastifyReply) => Promise<void>;
  /** Runs after an endpoint: counts the call for its key. Undefined where nothing is counted. */
  leave(name: EndpointName): ((request: FastifyRequest, reply: FastifyReply, done: () => void) => void) | undefined;
  /** Writes what was counted. */
  close(): Promise<void>;
}

/** Access of a server that was given no keys: whoever sends one is refused, nobody is counted. */
export const noKeys: AccessOptions = {
  keys: { find: () => Promise.resolve(undefined), owned: () => Promise.resolve([]), onChanged: () => () => undefined },
  usage: { read: () => Promise.resolve([]), write: () => Promise.resolve() },
};

/** Makes the access of a server. */
export function createAccess(options: AccessOptions, { now, log }: { readonly now: () => number; readonly log: ServerLog }): Access {
  const keyring = createKeyring(options.keys, { now });
  const limits = options.rateLimits === undefined ? undefined : createRateLimits(options.rateLimits);
  const counter = createUsageCounter({ usage: options.usage, now, log });

  return {
    usage: options.usage,
    visible: (holder, ids) => options.keys.owned(holder.owner, ids),
    enter: (name) => {
      const endpoint: Endpoint = endpoints[name];
      const kind: RateLimitKind = name === 'quote' ? 'quote' : 'other';
      // Balancers ask for health more often than anybody is allowed to.
      const take = limits === undefined || name === 'health' ? free : (caller: CountedCaller, reply: FastifyReply) => takeCall(limits, kind, { caller, reply });
      return async (request, reply) => {
        const header = request.headers['x-api-key'];
        if (header === undefined) {
          await take(addressOf(request), reply);
          if (endpoint.needsKey === true) throw new PortageError('UNAUTHORIZED', { message: 'This endpoint needs an API key.', hint: 'Send it as x-api-key.' });
          return;
        }
        request.caller = await identify(header.toString(), () => take(addressOf(request), reply));
        await take({ by: 'key', name: request.caller.apiKeyId }, reply);
      };
    },
    leave: (name) => {
      const { path } = endpoints[name];
      if (options.isCounting === false) return undefined;
      return ({ caller }, reply, done) => {
        if (caller !== undefined) counter.count({ apiKeyId: caller.apiKeyId, endpoint: path, statusCode: reply.statusCode, errorCode: reply.errorCode ?? '' });
        done();
      };
    },
    close: async () => {
      keyring.close();
      await counter.close();
    },
  };

  /** Whoever tries keys that are none uses up the calls of the own address, and so does a look into the database. */
  async function identify(header: string, takeOfAddress: () => Promise<void>): Promise<KeyHolder> {
    let isTaken = false;
    const takeOnce = async (): Promise<void> => {
      if (isTaken) return;
      isTaken = true;
      await takeOfAddress();
    };
    try {
      return await keyring.authenticate(header, takeOnce);
    } catch (error) {
      if (isPortageError(error, 'UNAUTHORIZED')) await takeOnce();
      throw error;
    }
  }
}

function free(): Promise<void> {
  return Promise.resolve();
}

function addressOf(request: FastifyRequest): CountedCaller {
  return { by: 'address', name: addressKey(request.ip) };
}

/**
 * Takes one call and says what is left, in the header fields of draft-ietf-httpapi-ratelimit-headers.
 *
 * @throws PortageError `RATE_LIMITED`
 */
async function takeCall(limits: RateLimits, kind: RateLimitKind, { caller, reply }: { readonly caller: CountedCaller; readonly reply: FastifyReply }): Promise<void> {
  const { isExceeded, limit, remaining, resetSeconds } = await limits.take(kind, caller);
  void reply.header('ratelimit-policy', `"${kind}";q=${limit};w=${windowSeconds}`).header('ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
  if (!isExceeded) return;
  throw new PortageError('RATE_LIMITED', {
    message: `More than ${limit} calls in a minute.`,
    hint: caller.by === 'address' ? 'Come back later, or send an API key.' : 'Come back later.',
    context: { retryAfterSeconds: resetSeconds },
  });
}
