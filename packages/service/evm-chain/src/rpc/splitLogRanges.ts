import {
  isObject,
  type Ask,
  type Endpoint,
  type RpcFailure,
  type RpcReply,
  type RpcRequest,
} from '@portage/chain-kit';
import { nextRange, refusesRange } from './logWords.js';
import { toQuantity } from './parse.js';

/** Questions that one for a long range is split into at most. */
const partsMax = 256;

/** Milliseconds for which a bound is remembered: the plan of a key may change. */
const rememberedMs = 86_400_000;

/** Blocks of one question for logs. */
interface Range {
  readonly from: number;
  readonly to: number;
}

/** Options of {@link splitLogRanges}. */
export interface LogRangesOptions {
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Told of a bound, in blocks, with the host's words. */
  readonly onBound: (blocks: number, words: string) => void;
}

/**
 * Learns from refusals how many blocks of logs an endpoint tells at once, and remembers it for a
 * day. A question for more is split, so that callers need not know: a list of logs is whole, or it
 * is refused.
 */
export function splitLogRanges(endpoint: Endpoint, { clock, onBound }: LogRangesOptions): Endpoint {
  let known = { blocks: Number.POSITIVE_INFINITY, until: 0 };
  const bound = (): number => (clock() < known.until ? known.blocks : Number.POSITIVE_INFINITY);

  function learn({ from, to }: Range, failure: RpcFailure): void {
    const blocks = nextRange(failure, to - from + 1);
    if (blocks >= bound()) return;
    known = { blocks, until: clock() + rememberedMs };
    onBound(blocks, failure.message);
  }

  /** Logs of a range that is longer than the bound. A bound that is new is tried with one part. */
  async function readLogs(
    request: RpcRequest,
    range: Range,
    signal?: AbortSignal,
  ): Promise<RpcReply> {
    const answered: RpcReply[] = [];
    for (let tried = 0; ;) {
      const blocks = bound();
      const parts = partsOf(range, blocks);
      if (parts.length > partsMax) return tooLong(blocks);
      if (tried !== blocks) answered.length = 0;
      const next = parts.slice(answered.length, tried === blocks ? undefined : 1);
      tried = blocks;
      const replies = await endpoint.ask(
        next.map((part) => withRange(request, part)),
        signal,
      );
      const at = replies.findIndex((reply) => !reply.ok);
      const [part, reply] = [next[at], replies[at]];
      if (part !== undefined && reply?.ok === false) {
        if (lengthOf(part) <= 1 || !refusesRange(reply.error)) return reply;
        learn(part, reply.error);
      } else if (bound() === blocks) {
        answered.push(...replies);
        if (answered.length === parts.length) return joinLogs(answered);
      }
    }
  }

  /** Answers without a split; undefined for a question for logs that has to be split. */
  async function askStraight(
    requests: readonly RpcRequest[],
    signal?: AbortSignal,
  ): Promise<readonly (RpcReply | undefined)[]> {
    const isShort = (request: RpcRequest): boolean => lengthOf(rangeOf(request)) <= bound();
    const short = requests.filter(isShort);
    const replies = short.length === 0 ? [] : await endpoint.ask(short, signal);
    const byRequest = new Map(short.map((request, index) => [request, replies[index]]));
    return requests.map((request) => byRequest.get(request));
  }

  const ask: Ask = async (requests, signal) => {
    if (requests.every((request) => rangeOf(request) === undefined))
      return endpoint.ask(requests, signal);
    const straight = await askStraight(requests, signal);
    return Promise.all(
      requests.map(async (request, index): Promise<RpcReply> => {
        const [range, reply] = [rangeOf(request), straight[index]];
        if (range === undefined) return reply ?? missing;
        if (reply !== undefined && (reply.ok || lengthOf(range) <= 1 || !refusesRange(reply.error)))
          return reply;
        if (reply?.ok === false) learn(range, reply.error);
        return readLogs(request, range, signal);
      }),
    );
  };
  const bounds: Endpoint['bounds'] = () => {
    const logBlocksMax = bound();
    const others = endpoint.bounds?.() ?? {};
    return Number.isFinite(logBlocksMax) ? { ...others, logBlocksMax } : others;
  };
  return { ...endpoint, ask, askWhole: asIs(endpoint, learn), bounds };
}

/** Asks a question as it is; a refusal of its range is learned from. */
function asIs(endpoint: Endpoint, learn: (range: Range, failure: RpcFailure) => void): Ask {
  return async (requests, signal) => {
    const replies = await endpoint.ask(requests, signal);
    requests.forEach((request, index) => {
      const [range, reply] = [rangeOf(request), replies[index]];
      if (range !== undefined && reply?.ok === false && refusesRange(reply.error))
        learn(range, reply.error);
    });
    return replies;
  };
}

const missing: RpcReply = { ok: false, error: { code: 0, message: 'no answer' } };

/** Range of a question for logs by heights; undefined for anything else. */
function rangeOf({ method, params }: RpcRequest): Range | undefined {
  const [filter] = params;
  if (method !== 'eth_getLogs' || !isObject(filter)) return undefined;
  const [from, to] = [Number(filter['fromBlock']), Number(filter['toBlock'])];
  return Number.isSafeInteger(from) && Number.isSafeInteger(to) && from <= to
    ? { from, to }
    : undefined;
}

/** Blocks of a range; 0 for a question that names none. */
function lengthOf(range: Range | undefined): number {
  return range === undefined ? 0 : range.to - range.from + 1;
}

function partsOf({ from, to }: Range, blocks: number): readonly Range[] {
  const count = Math.ceil((to - from + 1) / blocks);
  if (!Number.isFinite(blocks)) return [{ from, to }];
  return Array.from({ length: count }, (_, index) => {
    const first = from + index * blocks;
    return { from: first, to: Math.min(to, first + blocks - 1) };
  });
}

function withRange({ method, params }: RpcRequest, { from, to }: Range): RpcRequest {
  const [filter] = params;
  return {
    method,
    params: [
      { ...(isObject(filter) ? filter : {}), fromBlock: toQuantity(from), toBlock: toQuantity(to) },
    ],
  };
}

/** One list of those of consecutive ranges; what is no list is left to the caller to refuse. */
function joinLogs(replies: readonly RpcReply[]): RpcReply {
  const lists = replies.map((reply) => (reply.ok ? reply.result : undefined));
  const stray = lists.find((list) => !Array.isArray(list));
  return { ok: true, result: stray === undefined ? lists.flat() : stray };
}

function tooLong(blocks: number): RpcReply {
  const message = `it tells logs of ${String(blocks)} blocks at once, and was asked for too many`;
  return { ok: false, error: { code: 0, message } };
}
