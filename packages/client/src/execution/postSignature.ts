import { PortageError } from '@portage/core/errors';
import { createDeadline } from '@portage/core/http';
import { readSteps } from '../readSteps.js';
import { isRecord } from '../transport/isRecord.js';
import { readAnswer, readText } from '../transport/readAnswer.js';
import type { Execution, ItemRef } from './execution.js';

/** Longest time for the answer to a signature. */
const answerMsMax = 30_000;

/**
 * Posts a signature to the endpoint that its item names. Steps that the service appends are checked
 * like those of the quote; then the item is complete, and the appended steps follow.
 *
 * @returns whether steps were appended
 */
export async function postSignature(
  execution: Execution,
  ref: ItemRef,
  signature: string,
): Promise<boolean> {
  const { post } = ref.data.data;
  if (post === undefined) return false;
  const endpoint = isRecord(post) ? post['endpoint'] : undefined;
  const body = isRecord(post) ? post['body'] : undefined;
  if (typeof endpoint !== 'string' || !isRecord(body))
    throw new PortageError('INVALID_RESPONSE', { message: 'A signature has no endpoint.' });
  const reply = await postJson(
    execution,
    `${endpoint}${endpoint.includes('?') ? '&' : '?'}signature=${encodeURIComponent(signature)}`,
    body,
  );
  const steps = readSteps(isRecord(reply) ? (reply['steps'] ?? []) : []);
  if (steps.length === 0) return false;
  execution.policy?.checkAppended(steps);
  execution.store.dispatch({ type: 'appended', steps, step: ref.step, item: ref.item });
  return true;
}

async function postJson(
  { client, signal }: Execution,
  path: string,
  body: Record<string, unknown>,
): Promise<unknown> {
  const deadline = createDeadline(answerMsMax, signal);
  try {
    const named = client.source === undefined ? body : { referrer: client.source, ...body };
    const response = await client.fetch(path, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json' },
      body: JSON.stringify(named),
      signal: deadline.signal,
    });
    return readAnswer(response, await readText(response));
  } catch (cause) {
    if (!deadline.expired()) throw cause;
    throw new PortageError('REQUEST_TIMED_OUT', {
      message: 'The service did not answer in time.',
      hint: 'Resume with the progress: it is posted again.',
      cause,
    });
  } finally {
    deadline.dispose();
  }
}
