import type { Ask, RpcReply, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { refusalKind } from './refusalKind.js';
import type { PassingRefusal } from './waitOutLimits.js';

/** Milliseconds for which a lack is remembered: a young chain and a new plan tell more later. */
const rememberedMs = 600_000;

/** Properties that one endpoint lacks, as its answers have shown. */
export interface Lacks {
  /** Whether it is known to lack a property: a method, or what a request `needs`. */
  readonly has: (property: string) => boolean;
  /** All of them, in the order of the alphabet. */
  readonly names: () => readonly string[];
  /** An endpoint whose answers are learned from. */
  readonly learn: (endpoint: Endpoint) => Endpoint;
}

/** Options of {@link createLacks}. */
export interface LacksOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Refusals that pass, and so show nothing. Default: those of a host that is asked too often. */
  readonly passes?: PassingRefusal | undefined;
}

/**
 * Remembers for ten minutes what an endpoint lacks, and forgets it with the first answer. A method
 * that it does not offer is learned from any question; what a request names in `needs` also from an
 * answer without a value.
 *
 * @example
 * ```ts
 * const lacks = createLacks({ clock: Date.now });
 * await lacks.learn(endpoint).ask([{ method: 'eth_simulateV1', params: [] }]);
 * lacks.has('eth_simulateV1'); // true, where the host does not offer it
 * ```
 */
export function createLacks({ clock, passes = () => false }: LacksOptions): Lacks {
  const until = new Map<string, number>();
  const has = (property: string): boolean => clock() < (until.get(property) ?? -Infinity);

  function note(request: RpcRequest, reply: RpcReply | undefined): void {
    const isLacking = reply === undefined ? undefined : shows(request, reply, passes);
    if (isLacking === undefined) return;
    if (isLacking) until.set(needOf(request), clock() + rememberedMs);
    else until.delete(needOf(request));
  }

  const learning =
    (ask: Ask): Ask =>
    async (requests, signal) => {
      const replies = await ask(requests, signal);
      requests.forEach((request, index) => note(request, replies[index]));
      return replies;
    };

  return {
    has,
    names: () => [...until.keys()].filter(has).sort(),
    learn: (endpoint) => {
      const { ask, askOnce, askWhole } = endpoint;
      return {
        ...endpoint,
        ask: learning(ask),
        ...(askOnce === undefined ? {} : { askOnce: learning(askOnce) }),
        ...(askWhole === undefined ? {} : { askWhole: learning(askWhole) }),
      };
    },
  };
}

/** Property that an endpoint must have to answer a request. */
export function needOf({ method, needs = method }: RpcRequest): string {
  return needs;
}

/** Whether a reply shows a lack; undefined where it shows neither that nor the property. */
function shows(request: RpcRequest, reply: RpcReply, passes: PassingRefusal): boolean | undefined {
  const { method, needs } = request;
  if (reply.ok) return needs !== undefined && reply.result === null;
  const kind = refusalKind({ ...reply.error, words: reply.error.message, method });
  if (kind === undefined) return false;
  // State that is gone passes where another node may have it, and is a lack where that is asked.
  const isGone = kind === 'pruned' && needs !== undefined;
  if (kind === 'rate' || (!isGone && passes(request, reply.error))) return undefined;
  return needs !== undefined || kind === 'method' ? true : undefined;
}
