import type { RpcReply } from './ask.js';
import { isObject, malformedReply } from './parse.js';

/** Characters of a refusal's text that are kept. */
const messageLengthMax = 300;
/** Longer data of a refusal is not kept: an error is a few words, even around another one. */
const dataLengthMax = 16_384;

/**
 * Matches the replies of a batch to its calls by id: nodes may answer in any order. A missing,
 * foreign or repeated id makes the whole batch worthless.
 *
 * @throws PortageError `RPC_HTTP_ERROR`
 * @example
 * ```ts
 * const [reply] = decodeReplies([{ jsonrpc: '2.0', id: 7, result: '0x1' }], 7, 1);
 * ```
 */
export function decodeReplies(body: unknown, firstId: number, count: number): readonly RpcReply[] {
  const list: readonly unknown[] = Array.isArray(body) ? body : [body];
  const replies = new Array<RpcReply | undefined>(count).fill(undefined);
  for (const entry of list) {
    if (!isObject(entry) || typeof entry['id'] !== 'number') throw malformedReply('reply');
    const index = entry['id'] - firstId;
    if (!(index in replies) || replies[index] !== undefined)
      throw malformedReply('reply: its id belongs to no call');
    replies[index] = decodeReply(entry);
  }
  return replies.map((reply) => {
    if (reply === undefined) throw malformedReply('reply: a call was not answered');
    return reply;
  });
}

/** One reply: its result, or the node's refusal with its text cut short. */
function decodeReply(entry: Readonly<Record<string, unknown>>): RpcReply {
  const error = entry['error'];
  if (isObject(error)) {
    const code = typeof error['code'] === 'number' ? error['code'] : 0;
    const data = error['data'];
    const message = [error['message'], isObject(data) ? detailOf(data) : undefined]
      .filter((words) => typeof words === 'string')
      .join(': ');
    return {
      ok: false,
      error: {
        code,
        message: message === '' ? 'no message' : message.slice(0, messageLengthMax),
        ...(typeof data === 'string' && data.length <= dataLengthMax ? { data } : {}),
      },
    };
  }
  if (!('result' in entry)) throw malformedReply('reply: neither result nor error');
  return { ok: true, result: entry['result'] };
}

/** Words in the data of a refusal: some hosts say there what the message leaves out. */
function detailOf(data: Readonly<Record<string, unknown>>): unknown {
  return data['payload'] ?? data['message'] ?? data['details'] ?? data['reason'];
}
