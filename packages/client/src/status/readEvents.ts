import { PortageError } from '@portage/core/errors';
import type { answerReader } from '@portage/core/http';
import { createEventParser } from './createEventParser.js';
import { readStatus, type StatusUpdate } from '../readStatus.js';

/** Reader of a stream. */
type AnswerReader = NonNullable<ReturnType<typeof answerReader>>;

/** Longest silence of a stream, in milliseconds. */
export interface Silence {
  /** Before the first event: the service sends the present status at once. */
  readonly firstMs: number;
  /** Between chunks of any kind, heartbeats included. */
  readonly idleMs: number;
}

/**
 * Reads the statuses of an event stream until the stream ends.
 *
 * @throws PortageError `HTTP_REQUEST_FAILED` when the stream breaks or falls silent,
 *   `INVALID_RESPONSE` for an event that is no status
 */
export async function* readEvents(
  reader: AnswerReader,
  silence: Silence,
): AsyncGenerator<StatusUpdate, void> {
  const decoder = new TextDecoder();
  const parse = createEventParser();
  let seen = false;
  try {
    for (;;) {
      const chunk = await readWithin(reader, seen ? silence.idleMs : silence.firstMs);
      if (chunk.done) return;
      for (const data of parse(decoder.decode(chunk.value, { stream: true }))) {
        seen = true;
        yield parseStatus(data);
      }
    }
  } finally {
    // A stream that is broken already has nothing to close.
    await reader.cancel().catch(() => undefined);
  }
}

async function readWithin(
  reader: AnswerReader,
  ms: number,
): Promise<ReadableStreamReadResult<Uint8Array>> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const silent = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Error(`It said nothing for ${String(ms)} ms.`));
    }, ms);
  });
  try {
    return await Promise.race([reader.read(), silent]);
  } catch (cause) {
    throw new PortageError('HTTP_REQUEST_FAILED', { message: 'The status stream broke.', cause });
  } finally {
    clearTimeout(timer);
  }
}

function parseStatus(data: string): StatusUpdate {
  let body: unknown;
  try {
    body = JSON.parse(data);
  } catch {
    body = undefined;
  }
  const status = readStatus(body);
  if (status === undefined)
    throw new PortageError('INVALID_RESPONSE', {
      message: 'The service answered with something that is no status.',
      context: { data: data.slice(0, 200) },
    });
  return status;
}
