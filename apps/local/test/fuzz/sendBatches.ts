import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';

/** Call of an endpoint, as it goes over the wire. */
export interface HttpCall {
  readonly method: string;
  /** Path with its query, encoded. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Body; undefined without one. */
  readonly text?: string | undefined;
}

/** Answer to a call; its status is 0 where none came. */
export interface HttpAnswer {
  readonly status: number;
  readonly text: string;
}

/** Judgement of an answer: a name to count it by, and what is wrong with it. */
export interface Judgement {
  readonly label: string;
  readonly fault?: string | undefined;
}

/** Calls of a run, and how they are judged. */
export interface Batches<Call> {
  /** Base address of a server in this process. */
  readonly url: string;
  readonly calls: fc.Arbitrary<Call>;
  readonly count: number;
  readonly seed: number;
  readonly toHttp: (call: Call) => HttpCall;
  readonly judge: (call: Call, answer: HttpAnswer) => Judgement | Promise<Judgement>;
  /** Text of a call in a report. */
  readonly describe: (call: Call) => string;
  /** Ends the run early; the calls sent until then count. */
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((sent: number) => void) | undefined;
}

/** Result of a run. */
export interface BatchReport {
  readonly sent: number;
  /** Number of answers, by status and code. */
  readonly answers: ReadonlyMap<string, number>;
  /** Forbidden answers, with the calls that caused them. */
  readonly faults: readonly { readonly body: string; readonly fault: string }[];
  /** Calls that hold the event loop for more than 50 ms by themselves, each time they are sent. */
  readonly stalls: readonly { readonly body: string; readonly ms: number }[];
  /** Delay of the event loop in milliseconds over all batches, without the generation of calls. */
  readonly delayMs: { readonly p99: number; readonly max: number };
}

const batchSize = 64;
const stallMs = 50;
const keptMax = 20;
/** Time for an answer. The slowest look at a transaction on a chain is within it. */
const answerMsMax = 30_000;

/**
 * Sends random calls in batches and judges every answer. The same seed sends the same calls.
 */
export async function sendBatches<Call>(batches: Batches<Call>): Promise<BatchReport> {
  const { url, calls, count, seed, signal, judge, describe, onProgress } = batches;
  const agent = new Agent({ keepAlive: true, maxSockets: batchSize });
  const send = (call: Call): Promise<HttpAnswer> => sendCall(agent, url, batches.toHttp(call));
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const answers = new Map<string, number>();
  const faults: { body: string; fault: string }[] = [];
  const stalls: { body: string; ms: number }[] = [];
  const p99: number[] = [];
  let [sent, max] = [0, 0];
  while (sent < count && signal?.aborted !== true) {
    const numRuns = Math.min(batchSize, count - sent);
    const batch = fc.sample(calls, { numRuns, seed: seed + sent });
    const seen = await measure(delay, () =>
      Promise.all(batch.map(async (call) => ({ call, answer: await send(call) }))),
    );
    for (const { call, answer } of seen.value) {
      const { label, fault } = await judge(call, answer);
      answers.set(label, (answers.get(label) ?? 0) + 1);
      if (fault !== undefined && faults.length < keptMax)
        faults.push({ body: describe(call), fault });
    }
    sent += batch.length;
    p99.push(seen.p99);
    max = Math.max(max, seen.max);
    if (seen.max > stallMs)
      for (const { call, ms } of await findStalls(batch, (one) => measure(delay, () => send(one))))
        stalls.push({ body: describe(call), ms });
    onProgress?.(sent);
  }
  agent.destroy();
  p99.sort((a, b) => a - b);
  const delayMs = { p99: p99[Math.floor(p99.length * 0.99)] ?? 0, max };
  return { sent, answers, faults, stalls, delayMs };
}

interface Measured<T> {
  readonly value: T;
  readonly p99: number;
  readonly max: number;
}

async function measure<T>(
  delay: ReturnType<typeof monitorEventLoopDelay>,
  work: () => Promise<T>,
): Promise<Measured<T>> {
  // The calls were made in this process too; the loop turns once before its delay is measured.
  await sleep(1);
  delay.reset();
  delay.enable();
  const value = await work();
  await sleep(1);
  delay.disable();
  return { value, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
}

/**
 * Calls that stall the loop. A busy machine stalls everything; a call at fault does so each time,
 * alone, and by CPU time, which leaves out waits for a processor.
 */
async function findStalls<Call>(
  batch: readonly Call[],
  send: (call: Call) => Promise<Measured<unknown>>,
): Promise<{ call: Call; ms: number }[]> {
  const found: { call: Call; ms: number }[] = [];
  for (const call of batch) {
    let least = Infinity;
    for (let round = 0; round < 10 && least > stallMs; round += 1) {
      const before = process.cpuUsage();
      const { max } = await send(call);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, max, (user + system) / 1_000);
    }
    if (least > stallMs) found.push({ call, ms: least });
  }
  return found;
}

function sendCall(agent: Agent, url: string, call: HttpCall): Promise<HttpAnswer> {
  const { method, path, headers, text } = call;
  const length = text === undefined ? {} : { 'content-length': Buffer.byteLength(text) };
  return new Promise((resolve) => {
    const sending = request(
      `${url}${path}`,
      { agent, method, headers: { ...headers, ...length }, timeout: answerMsMax },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        });
      },
    );
    // Every call gets an answer, also one that is too long.
    sending.on('error', (error) => {
      resolve({ status: 0, text: error.message });
    });
    sending.on('timeout', () => {
      sending.destroy(new Error('no answer in time'));
    });
    sending.end(text);
  });
}
