import type { Rpc } from '../endpoint/createRpc.js';
import { malformedReply } from '../endpoint/parse.js';
import type { NodeQuestion } from './instantFamily.js';

/** Reads the result of a question. @throws PortageError `RPC_HTTP_ERROR` */
export function readAnswer<Answer>(
  { method, answer }: NodeQuestion<Answer>,
  result: unknown,
): Answer {
  try {
    return answer.parse(result);
  } catch {
    throw malformedReply(`answer to ${method}`);
  }
}

/** Asks one node, and the next one where it fails. @throws PortageError `RPC_HTTP_ERROR` */
export async function askNode<Answer>(
  rpc: Pick<Rpc, 'read'>,
  question: NodeQuestion<Answer>,
  signal?: AbortSignal,
): Promise<Answer> {
  const [result] = await rpc.read([question], signal);
  return readAnswer(question, result);
}
