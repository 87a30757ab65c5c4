import { Agent, request } from 'node:http';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Quote, QuoteBody } from '@portage/core';
import { errorBodySchema, quoteBodySchema, quoteSchema } from '@portage/core/schemas';
import fc from 'fast-check';
import { z } from 'zod';
import { checkIdentities } from './checkIdentities.js';
import { quoteBodies, type FuzzBody, type FuzzWorld } from './quoteBodies.js';

/** Options of a run. */
export interface FuzzOptions {
  /** Base address of a server in this process. */
  readonly url: string;
  /** Chains, currencies and accounts that bodies name. */
  readonly world: FuzzWorld;
  readonly bodies: number;
  readonly seed: number;
  /** Ends the run early; the bodies sent until then count. */
  /** Verifies a quote as a client does. */
  readonly verify: (quote: Quote, request: QuoteBody) => Promise<void>;
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number) => void;
}

/** Kinds of quotes: an answer of each kind shows that bodies reach the code behind it. */
export const quoteKinds = [
  'bridge',
  'swap',
  'calls',
  'permit',
  'deposit address',
  'gasless',
  'sponsored',
  'solana',
  'bitcoin',
  'exchange',
] as const;
export type QuoteKind = (typeof quoteKinds)[number];

/** Result of a run. */
export interface FuzzReport {
  readonly sent: number;
  /** Number of answers, by status and code. */
  readonly answers: ReadonlyMap<string, number>;
  /** Number of quotes, by what they are of. */
  readonly quoted: ReadonlyMap<QuoteKind, number>;
  /** Forbidden answers, with the bodies that caused them. */
  readonly faults: readonly { readonly body: string; readonly fault: string }[];
  /**
   * Bodies that hold the event loop for more than 50 ms by themselves, each time that they are
   * sent.
   */
  readonly stalls: readonly { readonly body: string; readonly ms: number }[];
  /** Delay of the event loop in milliseconds over all batches, without the generation of bodies. */
  readonly delayMs: { readonly p99: number; readonly max: number };
}

/** Members of a body that tell what its quote is of. */
const askedSchema = z
  .looseObject({
    txs: z.array(z.unknown()).optional(),
    usePermit: z.boolean().optional(),
    useDepositAddress: z.boolean().optional(),
    originGasOverhead: z.number().optional(),
  })
  .catch({});

const batchSize = 64;
const stallMs = 50;
const keptMax = 20;

/**
 * Sends random bodies to `POST /quote/v2` and checks every answer: 200 or 4xx. The service has
 * every price and balance that it needs, so a 5xx is a fault, 503 too.
 */
export async function runFuzz({
  url,
  world,
  bodies,
  seed,
  verify,
  signal,
  onProgress,
}: FuzzOptions): Promise<FuzzReport> {
  const agent = new Agent({ keepAlive: true, maxSockets: batchSize });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  const answers = new Map<string, number>();
  const quoted = new Map<QuoteKind, number>();
  const arbitrary = quoteBodies(world);
  const faults: { body: string; fault: string }[] = [];
  const stalls: { body: string; ms: number }[] = [];
  const p99: number[] = [];
  let [sent, max] = [0, 0];
  while (sent < bodies && signal?.aborted !== true) {
    const batch = fc.sample(arbitrary, {
      numRuns: Math.min(batchSize, bodies - sent),
      seed: seed + sent,
    });
    const seen = await measure(delay, () =>
      Promise.all(batch.map((body) => post(agent, url, body))),
    );
    for (const [index, answer] of seen.value.entries()) {
      const body = batch[index]?.text ?? '';
      const { label, fault = await faultOf(answer, body, verify) } = judge(answer);
      answers.set(label, (answers.get(label) ?? 0) + 1);
      if (answer.status === 200)
        for (const kind of kindsOf(body, answer.text, world))
          quoted.set(kind, (quoted.get(kind) ?? 0) + 1);
      if (fault !== undefined && faults.length < keptMax)
        faults.push({ body: describe(batch[index]), fault });
    }
    sent += batch.length;
    p99.push(seen.p99);
    max = Math.max(max, seen.max);
    if (seen.max > stallMs)
      stalls.push(
        ...(await findStalls(batch, (body) => measure(delay, () => post(agent, url, body)))),
      );
    onProgress?.(sent);
  }
  agent.destroy();
  p99.sort((a, b) => a - b);
  return {
    sent,
    answers,
    quoted,
    faults,
    stalls,
    delayMs: { p99: p99[Math.floor(p99.length * 0.99)] ?? 0, max },
  };
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
  // The bodies were made in this process too; the loop turns once before its delay is measured.
  await sleep(1);
  delay.reset();
  delay.enable();
  const value = await work();
  await sleep(1);
  delay.disable();
  return { value, p99: delay.percentile(99) / 1e6, max: delay.max / 1e6 };
}

/**
 * Bodies that stall the loop. A busy machine stalls everything; a body at fault does so each time,
 * alone, and by CPU time, which leaves out waits for a processor.
 */
async function findStalls(
  batch: readonly FuzzBody[],
  send: (body: FuzzBody) => Promise<Measured<unknown>>,
): Promise<{ body: string; ms: number }[]> {
  const found: { body: string; ms: number }[] = [];
  for (const body of batch) {
    let least = Infinity;
    for (let round = 0; round < 3 && least > stallMs; round += 1) {
      const before = process.cpuUsage();
      const { max } = await send(body);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, max, (user + system) / 1_000);
    }
    if (least > stallMs) found.push({ body: describe(body), ms: least });
  }
  return found;
}

interface Answer {
  readonly status: number;
  readonly text: string;
}

function post(agent: Agent, url: string, { text, contentType, apiKey }: FuzzBody): Promise<Answer> {
  return new Promise((resolve) => {
    const call = request(
      `${url}/quote/v2`,
      {
        agent,
        method: 'POST',
        headers: {
          'content-type': contentType,
          'content-length': Buffer.byteLength(text),
          ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() });
        });
      },
    );
    // Every body gets an answer, also one that is too long.
    call.on('error', (error) => {
      resolve({ status: 0, text: error.message });
    });
    call.end(text);
  });
}

function judge({ status, text }: Answer): { readonly label: string; readonly fault?: string } {
  if (status === 200) {
    const parsed = quoteSchema.safeParse(parse(text));
    return parsed.success
      ? { label: '200' }
      : { label: '200', fault: `a quote without its shape: ${parsed.error.message.slice(0, 300)}` };
  }
  const parsed = errorBodySchema.safeParse(parse(text));
  if (!parsed.success)
    return {
      label: `${String(status)} ?`,
      fault: `answered ${String(status)} with ${text.slice(0, 300)}`,
    };
  const { errorCode, statusCode, message } = parsed.data;
  const label = `${String(status)} ${errorCode}`;
  const isRefusal = status >= 400 && status < 500;
  return isRefusal && statusCode === status ? { label } : { label, fault: `${label}: ${message}` };
}

/** Whether the figures of a quote add up, and a client would accept it; undefined where it does. */
async function faultOf(
  { status, text }: Answer,
  body: string,
  verify: FuzzOptions['verify'],
): Promise<string | undefined> {
  if (status !== 200) return undefined;
  const quote = quoteSchema.parse(parse(text));
  const request = quoteBodySchema.parse(parse(body));
  const broken = checkIdentities(quote, request);
  if (broken !== undefined) return `a quote in which this does not hold: ${broken}`;
  return await verify(quote, request).then(
    () => undefined,
    (error: unknown) => `a quote that a client refuses: ${String(error)}`,
  );
}

/** Kinds of a quote, by its body and its answer. */
function kindsOf(body: string, answer: string, { chains }: FuzzWorld): readonly QuoteKind[] {
  const asked = askedSchema.parse(parse(body));
  const { details, fees } = quoteSchema.parse(parse(answer));
  const routers = [details.route.origin.router, details.route.destination.router];
  const isWith = (family: FuzzWorld['chains'][number]['vm']): boolean =>
    chains.some(({ id, vm }) => vm === family && sides.includes(id));
  const sides = [details.currencyIn, details.currencyOut].map(({ currency }) => currency.chainId);
  const isOf: Readonly<Record<QuoteKind, boolean>> = {
    bridge: routers.every((router) => router === 'portage'),
    swap: routers.some((router) => router !== 'portage'),
    calls: (asked.txs ?? []).length > 0,
    permit: asked.usePermit === true,
    'deposit address': asked.useDepositAddress === true,
    gasless: asked.originGasOverhead !== undefined,
    sponsored: fees.subsidized.amount !== '0',
    solana: isWith('svm'),
    bitcoin: isWith('bvm'),
    exchange: isWith('lvm'),
  };
  return quoteKinds.filter((kind) => isOf[kind]);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe(body: FuzzBody | undefined): string {
  return `${body?.contentType ?? ''} ${JSON.stringify(body?.text.slice(0, 2_000))}`;
}
