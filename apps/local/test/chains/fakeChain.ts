import type { IncomingMessage, ServerResponse } from 'node:http';

/** Height at which a fake chain begins. */
export const startHeight = 1_000;

/** A call as a node takes it. */
export interface Call {
  readonly id: unknown;
  readonly method: string;
  readonly params: readonly unknown[];
}

/** Asks the node that holds the contracts; its answer is a reply without its id. */
export type AskNode = (method: string, params: readonly unknown[]) => Promise<object>;

const quantity = (value: number): string => `0x${value.toString(16)}`;

/** The time of a fake chain. */
export interface FakePace {
  readonly index: number;
  /** Milliseconds since 1970 at which the chain began. */
  readonly startedAt: number;
  /** Milliseconds between two blocks. */
  readonly blockMs: number;
}

/** Newest height of a chain; each makes its blocks at a moment of its own. */
export function heightAt({ index, startedAt, blockMs }: FakePace, now: number): number {
  return startHeight + Math.floor((now - startedAt + ((index * 373) % blockMs)) / blockMs);
}

/** An empty block by its height, the same whenever it is asked for. */
function blockOf({ index, startedAt, blockMs }: FakePace, height: number): object {
  const hash = (of: number): string =>
    `0x${(index + 1).toString(16).padStart(32, '0')}${of.toString(16).padStart(32, '0')}`;
  return {
    number: quantity(height),
    hash: hash(height),
    parentHash: hash(height - 1),
    timestamp: quantity(Math.floor((startedAt + (height - startHeight) * blockMs) / 1_000)),
    baseFeePerGas: '0x3b9aca00',
    logsBloom: `0x${'00'.repeat(256)}`,
    transactions: [],
  };
}

/** Selector of a token's `allowance`: a fake chain lets the filler take everything. */
const allowance = '0xdd62ed3e';

function isAllowance([call]: readonly unknown[]): boolean {
  const data: unknown = typeof call === 'object' && call !== null ? Reflect.get(call, 'data') : '';
  return String(data).startsWith(allowance);
}

/** The same question of the newest block: what is asked of any block is the same in all. */
function ofNewest(params: readonly unknown[]): readonly unknown[] {
  return params.map((param) =>
    typeof param === 'string' && /^(0x[0-9a-f]{1,12}|safe|finalized|pending)$/.test(param)
      ? 'latest'
      : param,
  );
}

function heightOf(tag: unknown, newest: number): number {
  if (tag === 'safe') return newest - 2;
  if (tag === 'finalized') return newest - 4;
  return typeof tag === 'string' && tag.startsWith('0x') ? Number(tag) : newest;
}

/** Answers of one fake chain, by the numbers of its blocks and the contracts of a node. */
export function createFakeChain(
  { chainId, ...pace }: FakePace & { readonly chainId: number },
  askNode: AskNode,
): (call: Call) => Promise<object> {
  return async ({ method, params }) => {
    const newest = heightAt(pace, Date.now());
    switch (method) {
      case 'eth_chainId':
        return { result: quantity(chainId) };
      case 'eth_blockNumber':
        return { result: quantity(newest) };
      case 'eth_getBlockByNumber': {
        const height = heightOf(params[0], newest);
        return { result: height > newest ? null : blockOf(pace, height) };
      }
      case 'eth_getLogs':
        return { result: [] };
      case 'eth_getTransactionCount':
        return { result: '0x0' };
      case 'eth_getTransactionByHash':
      case 'eth_getTransactionReceipt':
        return { result: null };
      case 'eth_sendRawTransaction':
        return { error: { code: -32_000, message: 'a fake chain takes no transactions' } };
      case 'eth_feeHistory':
        return {
          result: {
            oldestBlock: quantity(newest - 1),
            baseFeePerGas: ['0x3b9aca00', '0x3b9aca00'],
            gasUsedRatio: [0.5],
            reward: [['0x3b9aca00']],
          },
        };
      default:
        if (method === 'eth_call' && isAllowance(params)) return { result: `0x${'ff'.repeat(32)}` };
        return askNode(method, ofNewest(params));
    }
  };
}

/** Reads the calls of a request, and answers them as a node does: one, or a batch. */
export async function answerCalls(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (call: Call) => Promise<object>,
): Promise<void> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  const reply = async (call: Call): Promise<object> => ({
    jsonrpc: '2.0',
    id: call.id,
    ...(await answer(call)),
  });
  const asked: Call | readonly Call[] = JSON.parse(text) as Call | readonly Call[];
  const replies = isBatch(asked) ? await Promise.all(asked.map(reply)) : await reply(asked);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(replies));
}

function isBatch(asked: Call | readonly Call[]): asked is readonly Call[] {
  return Array.isArray(asked);
}
