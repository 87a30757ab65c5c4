import { parseTransaction, type Hex } from 'viem';
import {
  refuse,
  type AskNode,
  type HostReply,
  type NodeAnswer,
  type NodeCall,
  type NodeRules,
} from './nodeRules.js';

const send = 'eth_sendRawTransaction';

/** Fees that a raw transaction offers, in wei per gas. */
function feesOf({ params }: NodeCall): { readonly tip: bigint; readonly price: bigint } {
  const { maxPriorityFeePerGas = 0n, maxFeePerGas = 0n } = parseTransaction(params[0] as Hex);
  return { tip: maxPriorityFeePerGas, price: maxFeePerGas };
}

/** Takes no transaction whose tip is below a floor in wei per gas. */
export function tipFloor(floor: bigint, words: (tip: bigint) => string): () => NodeRules {
  return () => ({
    call: (call) => {
      if (call.method !== send) return undefined;
      const { tip } = feesOf(call);
      return tip < floor ? refuse(-32000, words(tip)) : undefined;
    },
  });
}

/** Answers of sendings, by number from 0; undefined passes the transaction on. */
export function sendings(
  answer: (count: number, call: NodeCall) => NodeAnswer | undefined,
  { isPassed = false }: { readonly isPassed?: boolean } = {},
): () => NodeRules {
  return () => {
    let count = 0;
    return {
      call: async (call, ask) => {
        if (call.method !== send) return undefined;
        const found = answer(count, call);
        count += 1;
        if (found !== undefined && isPassed) await ask(call.method, call.params);
        return found;
      },
    };
  };
}

/** Refuses the first sendings with these words. */
export function refusesFirst(
  message: string,
  { times = 1, isPassed = false }: { readonly times?: number; readonly isPassed?: boolean } = {},
): () => NodeRules {
  return sendings((count) => (count < times ? refuse(-32000, message) : undefined), { isPassed });
}

/** Answers every nth exchange in the place of the node. */
export function everyExchange(
  nth: number,
  reply: (calls: readonly NodeCall[], isList: boolean) => HostReply,
): () => NodeRules {
  return () => {
    let count = 0;
    return {
      exchange: (calls, isList) => {
        count += 1;
        return count % nth === 0 ? reply(calls, isList) : undefined;
      },
    };
  };
}

/** Answers every nth call of some methods in the place of the node. */
export function everyCall(
  nth: number,
  methods: readonly string[],
  answer: (call: NodeCall) => NodeAnswer | undefined,
): () => NodeRules {
  return () => {
    let count = 0;
    return {
      call: (call) => {
        if (!methods.includes(call.method)) return undefined;
        count += 1;
        return count % nth === 0 ? answer(call) : undefined;
      },
    };
  };
}

/** Takes at most so many calls in one exchange. */
export function batchMax(
  most: number,
  reply: (calls: readonly NodeCall[]) => HostReply,
): () => NodeRules {
  return () => ({
    exchange: (calls, isList) => (isList && calls.length > most ? reply(calls) : undefined),
  });
}

/** Range of blocks that `eth_getLogs` names. */
export interface AskedRange {
  readonly from: number;
  readonly to: number;
  readonly count: number;
}

/** Tells logs of at most so many blocks at once. */
export function logRange(
  most: number,
  words: (range: AskedRange) => NodeAnswer,
  errorStatus = 200,
): () => NodeRules {
  return () => ({
    errorStatus,
    call: async (call, ask) => {
      if (call.method !== 'eth_getLogs') return undefined;
      const range = await rangeOf(call, ask);
      return range !== undefined && range.count > most ? words(range) : undefined;
    },
  });
}

async function rangeOf({ params }: NodeCall, ask: AskNode): Promise<AskedRange | undefined> {
  const filter = params[0] as { readonly fromBlock?: string; readonly toBlock?: string };
  if (filter.fromBlock === undefined) return undefined;
  const height = async (tag: string | undefined): Promise<number> => {
    if (tag?.startsWith('0x') === true) return Number(tag);
    const head = await ask('eth_blockNumber', []);
    return 'result' in head ? Number(head.result) : 0;
  };
  const [from, to] = await Promise.all([height(filter.fromBlock), height(filter.toBlock)]);
  return { from, to, count: to - from + 1 };
}

/** One body of JSON-RPC for each call of an exchange. */
export function forEach(
  calls: readonly NodeCall[],
  isList: boolean,
  error: { readonly code: number; readonly message: string; readonly data?: unknown },
): unknown {
  const bodies = calls.map(({ id }) => ({ jsonrpc: '2.0', id, error }));
  return isList ? bodies : bodies[0];
}
