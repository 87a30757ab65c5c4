import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { Webhook } from 'standardwebhooks';
import { expect, it } from 'vitest';
import { makeSecret } from './secrets.js';
import { signDelivery } from './signDelivery.js';

const bytes = (fill: number) => (length: number) => new Uint8Array(length).fill(fill);
const [secret, former] = [makeSecret(bytes(1)), makeSecret(bytes(2))];
const timestamp = Math.floor(Date.now() / 1000);

function accepts(key: string, body: string, headers: Readonly<Record<string, string>>): boolean {
  try {
    new Webhook(key).verify(body, { ...headers });
    return true;
  } catch {
    return false;
  }
}

/** Changes one character of a text. */
function alter(text: string, place: number): string {
  const at = place % text.length;
  return `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
}

it('PU16: the verifier of Standard Webhooks takes what is signed, and nothing altered (webhooks#webhook-id, webhooks#webhook-timestamp, webhooks#webhook-signature)', () => {
  fc.assert(
    fc.property(fc.json(), fc.uuid(), fc.nat(), (body, id, place) => {
      const headers = signDelivery({ id, timestamp, body }, [secret]);
      expect(accepts(secret, body, headers)).toBe(true);
      expect(accepts(former, body, headers)).toBe(false);
      expect(accepts(secret, `${body} `, headers)).toBe(false);
      expect(accepts(secret, alter(body, place), headers)).toBe(false);
      for (const name of ['webhook-id', 'webhook-timestamp'] as const)
        expect(accepts(secret, body, { ...headers, [name]: alter(headers[name]!, place) })).toBe(
          false,
        );
      // The last digits of base64 may hold bits that mean nothing.
      const signature = alter(headers['webhook-signature']!, 3 + (place % 40));
      expect(accepts(secret, body, { ...headers, 'webhook-signature': signature })).toBe(false);
    }),
  );
});

it('PU17: while a secret is being changed, both verify (webhooks#webhook-signature, webhooks#x-signature-timestamp, webhooks#x-signature-sha256)', () => {
  const message = { id: 'msg_1', timestamp, body: '{}' };
  const headers = signDelivery(message, [secret, former]);
  expect([accepts(secret, '{}', headers), accepts(former, '{}', headers)]).toEqual([true, true]);
  const hex = (key: string): string =>
    createHmac('sha256', key)
      .update(`${String(timestamp)}.{}`)
      .digest('hex');
  expect(headers).toMatchObject({
    'x-signature-timestamp': String(timestamp),
    'x-signature-sha256': hex(secret),
    'x-signature-sha256-previous': hex(former),
  });
  expect(signDelivery(message, [secret])).not.toHaveProperty('x-signature-sha256-previous');
});

it('PU16: a secret has the form that Standard Webhooks asks for', () => {
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
});
