import { createHmac } from 'node:crypto';
import { secretPrefix } from './secrets.js';

/** A message to sign. */
export interface SignedMessage {
  /** The same at each attempt, so that a receiver knows what it has taken already. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  readonly body: string;
}

function standardSignature(secret: string, { id, timestamp, body }: SignedMessage): string {
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const text = `${id}.${String(timestamp)}.${body}`;
  return `v1,${createHmac('sha256', key).update(text).digest('base64')}`;
}

function hexSignature(secret: string, { timestamp, body }: SignedMessage): string {
  return createHmac('sha256', secret)
    .update(`${String(timestamp)}.${body}`)
    .digest('hex');
}

/**
 * Headers that sign a message in two ways: as Standard Webhooks says, keyed by the bytes behind
 * `whsec_`, and as hex over the time and the body, keyed by the secret as text.
 *
 * @param secrets - one, or two while the second still signs; the newest first
 * @see docs/spec/webhooks.md#signatures
 */
export function signDelivery(
  message: SignedMessage,
  secrets: readonly string[],
): Readonly<Record<string, string>> {
  const timestamp = String(message.timestamp);
  const [newest = '', previous] = secrets;
  return {
    'webhook-id': message.id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => standardSignature(secret, message)).join(' '),
    'x-signature-timestamp': timestamp,
    'x-signature-sha256': hexSignature(newest, message),
    ...(previous === undefined
      ? {}
      : { 'x-signature-sha256-previous': hexSignature(previous, message) }),
  };
}
