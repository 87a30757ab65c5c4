import { endpoints, errorBodySchema, type EndpointName } from '@portage/core/schemas';
import { endpointCalls, type CallWorld, type EndpointCall } from './endpointCalls.js';
import { sendBatches, type BatchReport, type HttpAnswer, type Judgement } from './sendBatches.js';

/** Options of a run. */
export interface CallOptions {
  /** Base address of a server in this process. */
  readonly url: string;
  /** Chains, accounts, and names of what the service has seen. */
  readonly world: CallWorld;
  readonly calls: number;
  readonly seed: number;
  /** Ends the run early; the calls sent until then count. */
  readonly signal?: AbortSignal;
  readonly onProgress?: (sent: number) => void;
}

/** Result of a run. */
export interface CallReport extends BatchReport {
  /** Number of successes of each endpoint: calls reach the code behind it. */
  readonly succeeded: ReadonlyMap<EndpointName, number>;
}

/**
 * Sends random calls to every endpoint but that of quotes and checks every answer: a success, or a
 * refusal that says what is wrong and where.
 */
export async function runCalls(options: CallOptions): Promise<CallReport> {
  const { url, world, calls, seed, signal, onProgress } = options;
  const succeeded = new Map<EndpointName, number>();
  const report = await sendBatches({
    url,
    seed,
    signal,
    onProgress,
    describe,
    calls: endpointCalls(world),
    count: calls,
    toHttp: (call) => call,
    judge: (call, answer) => {
      if (answer.status === 200) succeeded.set(call.name, (succeeded.get(call.name) ?? 0) + 1);
      return judge(call, answer);
    },
  });
  return { ...report, succeeded };
}

function judge(call: EndpointCall, { status, text }: HttpAnswer): Judgement {
  // The server has checked a success against the schema of its endpoint before it was sent.
  if (status === 200) return { label: `${call.name} 200` };
  const parsed = errorBodySchema.safeParse(parse(text));
  if (!parsed.success)
    return {
      label: `${call.name} ${String(status)} ?`,
      fault: `answered ${String(status)} with ${text.slice(0, 300)}`,
    };
  const { errorCode, statusCode, message, errors = [] } = parsed.data;
  const label = `${call.name} ${String(status)} ${errorCode}`;
  if (status < 400 || status >= 500 || statusCode !== status)
    return { label, fault: `${label}: ${message}` };
  if (message === '') return { label, fault: `${label} says nothing` };
  const isPathless = errors.every(({ path }) => path === '');
  if (status === 400 && errorCode === 'INVALID_REQUEST' && isPathless && isReadable(call))
    return { label, fault: `${label} names no member: ${message}` };
  return { label };
}

/** Whether a call is one that a schema reads: its address and its body are well-formed. */
function isReadable({ name, method, path, text }: EndpointCall): boolean {
  if (method !== endpoints[name].method || !URL.canParse(path, 'http://x')) return false;
  try {
    decodeURIComponent(path.split('?', 1)[0] ?? '');
  } catch {
    return false;
  }
  const body = parse(text ?? '{}');
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function describe({ method, path, headers, text = '' }: EndpointCall): string {
  return `${method} ${path.slice(0, 500)} ${JSON.stringify(headers)} ${JSON.stringify(text.slice(0, 2_000))}`;
}
