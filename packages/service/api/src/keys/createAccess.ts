import { isPortageError, PortageError, type Endpoint, type EndpointName } from '@portage/core';
import { endpoints } from '@portage/core/schemas';
import type { Keys, Usage } from '@portage/access';
import type { FastifyReply, FastifyRequest, onRequestHookHandler } from 'fastify';
import { addressKey } from '@portage/access';
import {
  createRateLimits,
  windowSeconds,
  type CountedCaller,
  type RateLimitKind,
  type RateLimitOptions,
  type RateLimits,
  type RateLimitState,
} from '@portage/access';
import type { ServerLog } from '../log.js';
import { createUsageCounter } from '@portage/access';
import { createKeyring, type KeyHolder } from '@portage/access';

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
  /**
   * Calls are counted for their keys; true when left out. False where something before the server
   * counts them.
   */
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
  enter(name: EndpointName): onRequestHookHandler;
  /** Runs after an endpoint: counts the call for its key. Undefined where nothing is counted. */
  leave(
    name: EndpointName,
  ): ((request: FastifyRequest, reply: FastifyReply, done: () => void) => void) | undefined;
  /** Writes what was counted. */
  close(): Promise<void>;
}

/** Access of a server that was given no keys: whoever sends one is refused, nobody is counted. */
export const noKeys: AccessOptions = {
  keys: {
    find: () => Promise.resolve(undefined),
    owned: () => Promise.resolve([]),
    onChanged: () => () => undefined,
  },
  usage: { read: () => Promise.resolve([]), write: () => Promise.resolve() },
};

/** Makes the access of a server. */
export function createAccess(
  options: AccessOptions,
  { now, log }: { readonly now: () => number; readonly log: ServerLog },
): Access {
  const keyring = createKeyring(options.keys, { now });
  const limits =
    options.rateLimits === undefined ? undefined : createRateLimits(options.rateLimits, { now });
  const counter = createUsageCounter({ usage: options.usage, now, log });

  return {
    usage: options.usage,
    visible: (holder, ids) => options.keys.owned(holder.owner, ids),
    enter: (name) => {
      const endpoint: Endpoint = endpoints[name];
      const kind: RateLimitKind = name === 'quote' ? 'quote' : 'other';
      // Balancers ask for health more often than anybody is allowed to.
      const take =
        limits === undefined || name === 'health'
          ? free
          : (caller: CountedCaller, reply: FastifyReply) =>
              takeCall(limits, kind, { caller, reply });
      const enterWithKey = async (
        header: string,
        request: FastifyRequest,
        reply: FastifyReply,
      ): Promise<void> => {
        request.caller = await identify(header, async () => await take(addressOf(request), reply));
        await take({ by: 'key', name: request.caller.apiKeyId }, reply);
      };
      const enterWithout = (request: FastifyRequest, reply: FastifyReply): Waiting => {
        const waiting = take(addressOf(request), reply);
        if (endpoint.needsKey !== true) return waiting;
        return Promise.resolve(waiting).then(() => {
          throw new PortageError('UNAUTHORIZED', {
            message: 'This endpoint needs an API key.',
            hint: 'Send it as x-api-key.',
          });
        });
      };
      return (request, reply, done) => {
        const header = request.headers['x-api-key'];
        const waiting =
          header === undefined
            ? enterWithout(request, reply)
            : enterWithKey(header.toString(), request, reply);
        if (waiting === undefined) done();
        else
          waiting.then(() => {
            done();
          }, done);
      };
    },
    leave: (name) => {
      const { path } = endpoints[name];
      if (options.isCounting === false) return undefined;
      return ({ caller }, reply, done) => {
        if (caller !== undefined)
          counter.count({
            apiKeyId: caller.apiKeyId,
            endpoint: path,
            statusCode: reply.statusCode,
            errorCode: reply.errorCode ?? '',
          });
        done();
      };
    },
    close: async () => {
      keyring.close();
      await counter.close();
    },
  };

  /**
   * Whoever tries keys that are none uses up the calls of the own address, and so does a look into
   * the database.
   */
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

/**
 * What is to be waited for, and there seldom is: a call without a key that is counted in memory
 * makes no promise.
 */
type Waiting = Promise<void> | undefined;

function free(): Waiting {
  return undefined;
}

function addressOf(request: FastifyRequest): CountedCaller {
  return { by: 'address', name: addressKey(request.ip) };
}

/**
 * Takes one call and says what is left, in the header fields of
 * draft-ietf-httpapi-ratelimit-headers.
 *
 * @throws PortageError `RATE_LIMITED`
 */
function takeCall(
  limits: RateLimits,
  kind: RateLimitKind,
  { caller, reply }: { readonly caller: CountedCaller; readonly reply: FastifyReply },
): Waiting {
  const tell = ({ isExceeded, limit, remaining, resetSeconds }: RateLimitState): void => {
    void reply
      .header('ratelimit-policy', `"${kind}";q=${limit};w=${windowSeconds}`)
      .header('ratelimit', `"${kind}";r=${remaining};t=${resetSeconds}`);
    if (!isExceeded) return;
    throw new PortageError('RATE_LIMITED', {
      message: `More than ${limit} calls in a minute.`,
      hint: caller.by === 'address' ? 'Come back later, or send an API key.' : 'Come back later.',
      context: { retryAfterSeconds: resetSeconds },
    });
  };
  const state = limits.take(kind, caller);
  if ('then' in state) return state.then(tell);
  tell(state);
  return undefined;
}
