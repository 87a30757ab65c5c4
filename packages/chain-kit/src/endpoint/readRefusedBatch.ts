import { isObject } from './parse.js';

/** Refusal of calls that travelled together, where fewer may pass. */
export interface RefusedBatch {
  readonly words: string;
  /** Calls that the node takes at once, where it says so. */
  readonly most?: number | undefined;
}

const tooLarge = 413;

/** Words about batches, in either order; a contract may say the same of its own batches. */
const batchWords =
  /\bbatch[^.]{0,60}(?:not|limit|size|large|exceed|more|max|disabled|support)|(?:more|limit|max|exceed|large|many)[^.]{0,60}\bbatch/i;
const contractWords = /revert/i;

/** A figure behind words of a limit. */
const figure = /(?:more than|at most|max(?:imum)?|limit|exceeds)\D{0,24}(\d{1,4})\b/i;

/**
 * Reads whether an answer refuses several calls because they are too many. Shapes that were seen:
 * an error of the whole (`batch too large`, go-ethereum `rpc/handler.go`), an error for one call or
 * for each in a list (dRPC: status 500, `Batch of more than 3 requests are not allowed on free
 * tier`), status 413, and status 400 with `too many requests` (Ronin).
 *
 * @param body - what the answer is as JSON; undefined where it is none
 */
export function readRefusedBatch(status: number, body: unknown): RefusedBatch | undefined {
  const entries: readonly unknown[] = Array.isArray(body) ? body : [body];
  const messages = entries.map(messageOf);
  const [first] = messages;
  // Some hosts send a node's refusal of a single call with this status, too.
  if (status === tooLarge && first === undefined) return { words: `HTTP status ${String(status)}` };
  if (first === undefined || messages.includes(undefined)) return undefined;
  const isAboutBatches = messages.every(
    (message = '') => batchWords.test(message) && !contractWords.test(message),
  );
  if (!isAboutBatches && !(status === 400 && /too many requests/i.test(first))) return undefined;
  const digits = figure.exec(first)?.[1];
  return { words: first.slice(0, 300), most: digits === undefined ? undefined : Number(digits) };
}

/** Message of an error of JSON-RPC; undefined for anything else. */
function messageOf(entry: unknown): string | undefined {
  if (!isObject(entry) || !isObject(entry['error'])) return undefined;
  const { message } = entry['error'];
  return typeof message === 'string' ? message : undefined;
}
