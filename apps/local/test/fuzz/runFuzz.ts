import type { Quote, QuoteBody } from '@portage/core';
import { errorBodySchema, quoteBodySchema, quoteSchema } from '@portage/core/schemas';
import { z } from 'zod';
import { checkIdentities } from './checkIdentities.js';
import { quoteBodies, type FuzzBody, type FuzzWorld } from './quoteBodies.js';
import { sendBatches, type BatchReport, type HttpAnswer, type Judgement } from './sendBatches.js';

/** Options of a run. */
export interface FuzzOptions {
  /** Base address of a server in this process. */
  readonly url: string;
  /** Chains, currencies and accounts that bodies name. */
  readonly world: FuzzWorld;
  readonly bodies: number;
  readonly seed: number;
  /** Verifies a quote as a client does. */
  readonly verify: (quote: Quote, request: QuoteBody) => Promise<void>;
  /** Ends the run early; the bodies sent until then count. */
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
export interface FuzzReport extends BatchReport {
  /** Number of quotes, by what they are of. */
  readonly quoted: ReadonlyMap<QuoteKind, number>;
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

/**
 * Sends random bodies to `POST /quote/v2` and checks every answer: 200 or 4xx. The service has
 * every price and balance that it needs, so a 5xx is a fault, 503 too.
 */
export async function runFuzz(options: FuzzOptions): Promise<FuzzReport> {
  const { url, world, bodies, seed, verify, signal, onProgress } = options;
  const quoted = new Map<QuoteKind, number>();
  const report = await sendBatches({
    url,
    seed,
    signal,
    onProgress,
    describe,
    calls: quoteBodies(world),
    count: bodies,
    toHttp: ({ text, contentType, apiKey }) => ({
      method: 'POST',
      path: '/quote/v2',
      headers: {
        'content-type': contentType,
        ...(apiKey === undefined ? {} : { 'x-api-key': apiKey }),
      },
      text,
    }),
    judge: async ({ text }, answer) => {
      const { label, fault = await faultOf(answer, text, verify) } = judge(answer);
      if (answer.status === 200)
        for (const kind of kindsOf(text, answer.text, world))
          quoted.set(kind, (quoted.get(kind) ?? 0) + 1);
      return { label, fault };
    },
  });
  return { ...report, quoted };
}

function judge({ status, text }: HttpAnswer): Judgement {
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
  { status, text }: HttpAnswer,
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

function describe({ contentType, text }: FuzzBody): string {
  return `${contentType} ${JSON.stringify(text.slice(0, 2_000))}`;
}
