import type { BroadcastResult } from '@portage/core/chain';
import type { RpcFailure, RpcRequest } from '../endpoint/ask.js';
import { createEndpoint, type Endpoint } from '../endpoint/createEndpoint.js';
import type { Rpc } from '../endpoint/createRpc.js';
import { sendEverywhere, type SendFailure } from '../endpoint/sendEverywhere.js';

const responseBytesMax = 1_048_576;
/** Transactions of which a sender remembers since when they are private, twice as many at most. */
const rememberedMax = 4_096;

/** A signed transaction, and the call that gives it to a node. */
export interface Sending {
  readonly txId: string;
  readonly request: RpcRequest;
}

/** Gives signed transactions to nodes. */
export interface Sender {
  /** As {@link sendEverywhere} answers, in the order of the transactions. */
  send(
    sendings: readonly Sending[],
    classify: (failure: RpcFailure) => SendFailure,
    signal?: AbortSignal,
  ): Promise<readonly BroadcastResult[]>;
}

/** Options of {@link createSender}. */
export interface SenderOptions {
  readonly rpc: Pick<Rpc, 'endpoints'>;
  /** Hosts that keep transactions to themselves; none: all goes to the endpoints at once. */
  readonly sendUrls: readonly string[];
  /** Blocks after which a transaction goes to the endpoints as well. */
  readonly sendPublicAfterBlocks: number;
  /** Height of the newest block; undefined before the first. */
  readonly height: () => number | undefined;
  readonly timeoutMs: number;
  /** Closes the hosts. */
  readonly signal: AbortSignal;
}

/** State of a transaction that was given to private hosts. */
interface Given {
  readonly first: number;
  /** Height at which a host took it last. */
  readonly taken?: number | undefined;
}

/**
 * Sends privately first: to the hosts of `sendUrls` alone, so that a payment with a swap is not
 * public before it is in a block, and to every endpoint once some blocks have passed over it. A
 * host that is away, or that refuses, delays a payment by as much and never loses it. What a host
 * took is not given to it again before the next block.
 *
 * @example
 * ```ts
 * const sender = createSender({
 *   rpc,
 *   sendUrls: ['https://protect.example'],
 *   sendPublicAfterBlocks: 3,
 *   height: () => 7,
 *   timeoutMs: 10_000,
 *   signal,
 * });
 * const request = { method: 'eth_sendRawTransaction', params: ['0x02…'] };
 * const answers = await sender.send([{ txId: '0x…', request }], () => 'ambiguous', signal);
 * ```
 */
export function createSender(options: SenderOptions): Sender {
  const { rpc, sendUrls, sendPublicAfterBlocks, height, timeoutMs, signal } = options;
  if (sendUrls.length === 0)
    return {
      send: (sendings, classify, stop) => sendEverywhere(rpc, requestsOf(sendings), classify, stop),
    };
  const hosts = sendUrls.map((url) => createEndpoint(url, { timeoutMs, responseBytesMax }));
  signal.addEventListener(
    'abort',
    () => void Promise.allSettled(hosts.map((host) => host.close())),
    { once: true },
  );
  const given = createMemory();
  return {
    send: async (sendings, classify, stop) => {
      const now = height() ?? 0;
      const isPublic = ({ txId }: Sending): boolean =>
        now - (given.get(txId)?.first ?? now) >= sendPublicAfterBlocks;
      const isTaken = (one: Sending): boolean => given.get(one.txId)?.taken === now;
      const give = async (
        part: readonly Sending[],
        endpoints: readonly Endpoint[],
      ): Promise<readonly (readonly [string, BroadcastResult])[]> => {
        const results = await sendEverywhere({ endpoints }, requestsOf(part), classify, stop);
        return part.flatMap(({ txId }, index) => {
          const result = results[index];
          return result === undefined ? [] : [[txId, result] as const];
        });
      };
      const open = sendings.filter((one) => !isTaken(one) || isPublic(one));
      const parts = await Promise.all([
        give(open.filter(isPublic), [...hosts, ...rpc.endpoints]),
        give(
          open.filter((one) => !isPublic(one)),
          hosts,
        ),
      ]);
      const results = new Map(parts.flat());
      for (const { txId } of open) {
        const before = given.get(txId);
        const isAccepted = results.get(txId)?.status === 'accepted';
        given.set(txId, { first: before?.first ?? now, taken: isAccepted ? now : undefined });
      }
      return sendings.map(({ txId }) => results.get(txId) ?? { status: 'accepted' });
    },
  };
}

const requestsOf = (sendings: readonly Sending[]): readonly RpcRequest[] =>
  sendings.map(({ request }) => request);

/** A map of the newest entries, in two generations. */
function createMemory(): {
  get(txId: string): Given | undefined;
  set(txId: string, given: Given): void;
} {
  let young = new Map<string, Given>();
  let old = new Map<string, Given>();
  return {
    get: (txId) => young.get(txId) ?? old.get(txId),
    set: (txId, given) => {
      if (young.size >= rememberedMax) {
        old = young;
        young = new Map();
      }
      young.set(txId, given);
    },
  };
}
