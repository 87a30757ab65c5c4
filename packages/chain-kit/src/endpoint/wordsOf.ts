import { isObject } from './parse.js';

/** Characters of a host's words that are kept. */
const wordsMax = 200;

/**
 * Reason that a host gives in an answer that is no success: the message of its JSON, or its text
 * where that is short and no page. Undefined where it gives none.
 */
export function wordsOf(text: string, body: unknown): string | undefined {
  const entry: unknown = Array.isArray(body) ? body[0] : body;
  if (isObject(entry)) {
    const error = isObject(entry['error']) ? entry['error'] : entry;
    const message = error['message'] ?? entry['error'] ?? entry['detail'];
    if (typeof message === 'string') return message.slice(0, wordsMax);
  }
  const plain = text.trim();
  const isSentence = plain !== '' && plain.length <= wordsMax && !/[<{[]/.test(plain);
  return isSentence ? plain : undefined;
}
