import { Webhook } from 'standardwebhooks';
import type { Arrival } from './arrival.js';

/** Deliveries that the verifier took as they are, and those altered that it refused. */
export interface VerifierReport {
  readonly accepted: number;
  /** Refused deliveries by what was altered. */
  readonly refused: Readonly<Record<string, number>>;
  /** Sentences. */
  readonly faults: readonly string[];
}

type Message = Pick<Arrival, 'headers' | 'body'> & { readonly secret: string; readonly at: number };

const otherSecret = `whsec_${Buffer.alloc(32, 9).toString('base64')}`;
/** Seconds that the verifier lets a timestamp be off, and one more. */
const lateMs = 302_000;

function withHeader(message: Message, name: string, change: (value: string) => string): Message {
  const { headers } = message;
  return { ...message, headers: { ...headers, [name]: change(headers[name] ?? '') } };
}

/** A signature with its first character another one, which changes six of its bits. */
function otherSignature(signature: string): string {
  const [version = '', code = ''] = signature.split(',');
  return `${version},${code.startsWith('A') ? 'B' : 'A'}${code.slice(1)}`;
}

/** Alterations by their names; each must make the verifier refuse. */
const alterations: Readonly<Record<string, (message: Message) => Message>> = {
  body: (message) => ({ ...message, body: `${message.body} ` }),
  timestamp: (message) =>
    withHeader(message, 'webhook-timestamp', (seconds) => String(Number(seconds) + 1)),
  id: (message) => withHeader(message, 'webhook-id', (id) => `${id}0`),
  secret: (message) => ({ ...message, secret: otherSecret }),
  signature: (message) => withHeader(message, 'webhook-signature', otherSignature),
  'no signature': (message) => withHeader(message, 'webhook-signature', () => ''),
  late: (message) => ({ ...message, at: message.at + lateMs }),
};

/** Fault that the verifier finds in a message at its time; undefined where it takes it. */
function faultOf({ secret, body, headers, at }: Message): string | undefined {
  const now = Date.now;
  // The verifier reads the clock of the machine, and the trial's may be ahead.
  Date.now = () => at;
  try {
    new Webhook(secret).verify(body, { ...headers });
    return undefined;
  } catch (error) {
    return String(error);
  } finally {
    Date.now = now;
  }
}

/**
 * Gives each delivery to the verifier of Standard Webhooks, as it is and altered in each way. A
 * delivery that is refused, or an altered one that is taken, is a fault.
 */
export function verifyArrivals(
  arrivals: readonly Arrival[],
  secretOf: (webhook: string) => string,
): VerifierReport {
  const faults: string[] = [];
  const refused = new Map(Object.keys(alterations).map((name) => [name, 0]));
  let accepted = 0;
  for (const { webhook, headers, body, arrivedAt } of arrivals) {
    const message = { headers, body, secret: secretOf(webhook), at: arrivedAt };
    const id = headers['webhook-id'] ?? '';
    const fault = faultOf(message);
    if (fault === undefined) accepted += 1;
    else faults.push(`${id}: the verifier refuses it: ${fault}`);
    for (const [name, alter] of Object.entries(alterations))
      if (faultOf(alter(message)) === undefined) faults.push(`${id}: forged (${name}), and taken`);
      else refused.set(name, (refused.get(name) ?? 0) + 1);
  }
  return { accepted, refused: Object.fromEntries(refused), faults };
}
