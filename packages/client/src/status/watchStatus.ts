import { isPortageError, PortageError } from '@portage/core/errors';
import { aborted, sleep, type Transport } from '@portage/core/executor';
import { answerReader, createDeadline } from '@portage/core/http';
import { backoffMs } from '../transport/backoff.js';
import { readAnswer, readText } from '../transport/readAnswer.js';
import { readEvents, type Silence } from './readEvents.js';
import { outcomeOf, readStatus, type StatusUpdate } from '../readStatus.js';

/** Options of watching a status. */
export interface WatchOptions {
  /** Ends the watch. */
  readonly signal: AbortSignal;
  /** First wait between polls, in milliseconds. Later waits grow to five times as much. */
  readonly pollMs: number;
  /** Source of jitter. */
  readonly random: () => number;
  /** Longest silence of a stream. */
  readonly silence?: Silence | undefined;
}

/** Longest time for one plain answer, and for the head of a stream. */
const answerMsMax = 15_000;

/**
 * A stream sends the present status at once and then at least a heartbeat. A longer silence means
 * that it is dead.
 */
const silenceDefault: Silence = { firstMs: 5_000, idleMs: 45_000 };

/**
 * Watches a check endpoint until a status ends the request: the present status first, then every
 * change.
 *
 * The endpoint is asked for an event stream. Where it answers plain JSON, that answer is the first
 * poll. Where a stream breaks, the endpoint is asked again, so that no change in between is missed.
 * A stream that never sent anything is not asked for again. Errors that may pass are waited out
 * without end: the caller's signal is the bound.
 *
 * @throws PortageError `EXECUTION_ABORTED`, or the refusal of the service (`UNKNOWN_REQUEST`,
 *   `UNAUTHORIZED`, …)
 */
export async function* watchStatus(
  transport: Transport,
  path: string,
  options: WatchOptions,
): AsyncGenerator<StatusUpdate, void> {
  const { signal, pollMs, random, silence = silenceDefault } = options;
  const backoff = { firstMs: pollMs, maxMs: pollMs * 5, factor: 1.3 };
  let last: StatusUpdate | undefined;
  let push = true;
  // Questions since the word of the status changed, and whether the last one was asked at once.
  let sameRounds = 0;
  let wasAtOnce = false;
  for (;;) {
    const round: Round = { streamed: false, heard: false };
    try {
      for await (const status of ask(transport, path, { push, signal, round, silence })) {
        if (last !== undefined && !isNews(last, status)) continue;
        if (last?.status !== status.status) sameRounds = 0;
        last = status;
        yield last;
        if (outcomeOf(last.status) !== undefined) return;
      }
    } catch (error) {
      if (signal.aborted) throw aborted(signal);
      if (!mayPass(error)) throw error;
    }
    if (round.streamed && !round.heard) push = false;
    // A stream that brought news and then ended is asked for again at once, but not twice in a row;
    // everything else waits.
    wasAtOnce = !wasAtOnce && round.streamed && round.heard && sameRounds === 0;
    if (!wasAtOnce) await sleep(backoffMs(backoff, Math.max(0, sameRounds - 1), random), signal);
    sameRounds += 1;
  }
}

/** Progress of one question. */
interface Round {
  streamed: boolean;
  heard: boolean;
}

interface AskOptions {
  readonly push: boolean;
  readonly signal: AbortSignal;
  readonly round: Round;
  readonly silence: Silence;
}

/** Asks once, and reads every status of the answer. */
async function* ask(
  transport: Transport,
  path: string,
  { push, signal, round, silence }: AskOptions,
): AsyncGenerator<StatusUpdate, void> {
  const deadline = createDeadline(answerMsMax, signal);
  try {
    const response = await transport.fetch(path, {
      headers: { accept: push ? 'text/event-stream' : 'application/json' },
      cache: 'no-store',
      signal: deadline.signal,
    });
    round.streamed =
      response.ok && response.headers.get('content-type')?.startsWith('text/event-stream') === true;
    if (round.streamed) {
      const reader = answerReader(response);
      // The runtime reads no stream: the next question asks for one status.
      if (reader === undefined) return;
      deadline.lift();
      for await (const status of readEvents(reader, silence)) {
        round.heard = true;
        yield status;
      }
      return;
    }
    const status = readStatus(readAnswer(response, await readText(response)));
    if (status === undefined)
      throw new PortageError('INVALID_RESPONSE', {
        message: 'The service answered with something that is no status.',
      });
    round.heard = true;
    yield status;
  } finally {
    deadline.dispose();
  }
}

/** Whether a status is new. Replicas may lag, so an older one is dropped. */
function isNews(last: StatusUpdate, next: StatusUpdate): boolean {
  if (
    last.updatedAt !== undefined &&
    next.updatedAt !== undefined &&
    next.updatedAt < last.updatedAt
  )
    return false;
  return JSON.stringify(last) !== JSON.stringify(next);
}

/** Whether an error says nothing about the request itself, so that asking again makes sense. */
function mayPass(error: unknown): boolean {
  if (!isPortageError(error)) return false;
  // A refused path stays refused; any other odd answer may come from something between us and the
  // service.
  return error.code === 'INVALID_RESPONSE'
    ? error.context['endpoint'] === undefined
    : error.retryable;
}
