import type { Ask, RpcRequest } from './ask.js';
import type { Endpoint } from './createEndpoint.js';
import { needOf } from './createLacks.js';
import { restAfter } from './waitOutLimits.js';

/**
 * Makes one endpoint of all that one operator runs, so that a count of endpoints is a count of
 * operators: two endpoints of one company tell the same, right or wrong. One of them is asked at a
 * time, one that has what the question needs, and the next one where it fails.
 *
 * @param members - at least one
 */
export function createOperatorEndpoint(members: readonly [Endpoint, ...Endpoint[]]): Endpoint {
  const [only] = members;
  if (members.length === 1) return only;
  let preferred = 0;
  const askBy =
    (askOf: (member: Endpoint) => Ask): Ask =>
    async (requests, signal) => {
      for (let tries = 1; ; tries += 1) {
        const at = preferred;
        try {
          return await askOf(ableOf(members, requests, at) ?? only)(requests, signal);
        } catch (error) {
          // The next call begins with another one, also where the time for this answer is over.
          if (preferred === at) preferred = (at + 1) % members.length;
          if (tries >= members.length || signal?.aborted === true) throw error;
        }
      }
    };
  const askOnce = askBy((member) => member.askOnce ?? member.ask);
  const askPatiently = askBy((member) => member.ask);
  const ask: Ask = async (requests, signal) => {
    try {
      return await askOnce(requests, signal);
    } catch (error) {
      // A host is waited for where no other one answers.
      if (signal?.aborted === true || restAfter(error) === undefined) throw error;
      return askPatiently(requests, signal);
    }
  };
  return {
    label: only.label,
    ask,
    askOnce,
    members,
    lacks: (property) => members.every(({ lacks }) => lacks?.(property) === true),
    close: async () => {
      await Promise.allSettled(members.map((member) => member.close()));
    },
  };
}

/** Member whose turn it is; the next one that has what is needed, where it lacks that itself. */
function ableOf(
  members: readonly Endpoint[],
  requests: readonly RpcRequest[],
  at: number,
): Endpoint | undefined {
  const turns = [...members.slice(at), ...members.slice(0, at)];
  const isAble = ({ lacks }: Endpoint): boolean =>
    !requests.some((request) => lacks?.(needOf(request)) === true);
  return turns.find(isAble) ?? turns[0];
}
