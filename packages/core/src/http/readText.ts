import { PortageError } from '../errors/portageError.js';

/**
 * Reads the text of an answer. An answer that is too long is not read to its end, where the runtime
 * reads in pieces; others, React Native among them, read it whole.
 *
 * @param bytesMax - bytes beyond which the answer is refused
 * @throws PortageError `HTTP_REQUEST_FAILED` when it breaks half-way, `INVALID_RESPONSE` when it is
 *   too long
 * @example
 * ```ts
 * await readText(await fetch('https://portage.example/health'), 10_000); // '{"status":"ok"}'
 * ```
 */
export async function readText(response: Response, bytesMax: number): Promise<string> {
  const reader = answerReader(response);
  if (reader === undefined) {
    const whole = await response.text().catch(broken);
    // A character is a byte at least.
    if (whole.length > bytesMax) throw tooLong();
    return whole;
  }
  const decoder = new TextDecoder();
  let text = '';
  for (let bytes = 0; ;) {
    const { done, value } = await reader.read().catch(broken);
    if (done) return text + decoder.decode();
    bytes += value.length;
    if (bytes > bytesMax) {
      await reader.cancel().catch(() => undefined);
      throw tooLong();
    }
    text += decoder.decode(value, { stream: true });
  }
}

/** Reader of an answer in pieces. */
export type AnswerReader = ReadableStreamDefaultReader<Uint8Array>;

/**
 * Reader of an answer in pieces; undefined where the runtime has none, as React Native.
 *
 * @example
 * ```ts
 * const reader = answerReader(await fetch('https://portage.example/health'));
 * ```
 */
export function answerReader({ body }: Response): AnswerReader | undefined {
  // Declared for every answer, but some runtimes leave it out.
  const stream = body as Partial<NonNullable<Response['body']>> | null | undefined;
  return typeof stream?.getReader === 'function' && typeof TextDecoder === 'function'
    ? body?.getReader()
    : undefined;
}

function tooLong(): PortageError {
  return new PortageError('INVALID_RESPONSE', { message: 'The answer is too long.' });
}

function broken(cause: unknown): never {
  throw new PortageError('HTTP_REQUEST_FAILED', { message: 'The answer broke half-way.', cause });
}
