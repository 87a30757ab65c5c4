import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { PushReport } from '../runPush.js';
import type { Arrival } from './arrival.js';
import { judgePush } from './judgePush.js';
import type { Subscription } from './subscription.js';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const now = 1_795_000_000_000;
const labels = ['deposit 8453 0xd1', 'status pending', 'fill 10 0xf1', 'status success'];

/** Delivery of the event at a place, signed as a service signs it. */
function arrival(place: number, changes: Partial<Arrival> = {}): Arrival {
  const [id, timestamp, body] = [
    `msg_${String(place)}`,
    String(now / 1_000),
    JSON.stringify({ place }),
  ];
  const code = createHmac('sha256', Buffer.alloc(32, 7)).update(`${id}.${timestamp}.${body}`);
  const headers = {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${code.digest('base64')}`,
  };
  const at = { arrivedAt: now, realAt: now + 5 };
  return { webhook: 'shop', headers, body, ...at, isTaken: true, ...changes };
}

function subscription(changes: Partial<Subscription> = {}): Subscription {
  return {
    name: 'shop',
    kind: 'well',
    secret,
    wantsTransfers: true,
    requests: [
      {
        requestId: '0xa1',
        status: 'success',
        changes: 2,
        payments: ['deposit 8453 0xd1', 'fill 10 0xf1'],
      },
    ],
    written: labels.map((label, place) => ({
      label,
      messageId: `msg_${String(place)}`,
      requestId: '0xa1',
      writtenAt: now,
    })),
    ...changes,
  };
}

function report(arrivals: readonly Arrival[], changes: Partial<PushReport> = {}): PushReport {
  return {
    requests: 1,
    kills: { random: 0, beforeSending: 0, afterSending: 0 },
    subscriptions: [subscription()],
    arrivals,
    followed: 0,
    troubles: [],
    log: '',
    movedSeconds: 0,
    seconds: 1,
    ...changes,
  };
}

const all = [0, 1, 2, 3].map((place) => arrival(place));
const [first, second, third, last] = all as [Arrival, Arrival, Arrival, Arrival];
const written = subscription().written;

describe('the judge of a trial of webhooks', () => {
  it('PU29: finds nothing wrong where all of it came in order, some of it twice', () => {
    const failed = { ...first, isTaken: false };
    const judged = judgePush(report([failed, first, second, second, third, last]));
    expect(judged.faults).toEqual([]);
    expect(judged).toMatchObject({
      isSound: true,
      receivers: { well: { events: 4, attempts: 6, duplicates: 1 } },
      verifier: { accepted: 6, refused: { body: 6, timestamp: 6, id: 6, secret: 6, late: 6 } },
      latencyMs: { p50: 5, p95: 5, p99: 5, p95Max: 20 },
    });
  });

  it.each<readonly [what: string, arrivals: readonly Arrival[], fault: string]>([
    ['a lost one', [first, second, third], '0xa1: "status success" is lost'],
    [
      'one that nobody took',
      [first, second, third, { ...last, isTaken: false }],
      '0xa1: "status success" is lost',
    ],
    [
      'two in the wrong order',
      [first, third, second, last],
      '0xa1: "fill 10 0xf1" arrived before what happened earlier was taken',
    ],
    [
      'one behind another that was not taken yet',
      [{ ...first, isTaken: false }, second, first, third, last],
      '0xa1: "status pending" arrived before what happened earlier was taken',
    ],
    ['one that nobody wrote', [...all, arrival(9)], 'msg_9: nobody wrote what arrived under it'],
    [
      'another body under the same id',
      [...all, { ...last, body: '{}' }],
      'msg_3: two bodies arrived under it',
    ],
    [
      'a forged one',
      [first, second, third, { ...last, body: '{"forged":true}' }],
      'msg_3: the verifier refuses it: WebhookVerificationError: No matching signature found',
    ],
  ])('PU29: finds %s', (_, arrivals, fault) => {
    const judged = judgePush(report(arrivals));
    expect(judged.faults.join('\n')).toContain(fault);
    expect(judged.isSound).toBe(false);
  });

  it.each<readonly [what: string, changes: Partial<Subscription>, fault: string]>([
    [
      'a payment that was never written',
      { written: written.filter(({ label }) => !label.startsWith('fill')) },
      '0xa1: payments told deposit 8453 0xd1, of the ledger deposit 8453 0xd1,fill 10 0xf1',
    ],
    [
      'a status that was never written',
      { written: written.filter(({ label }) => label !== 'status pending') },
      '0xa1: 1 of 2 statuses are told',
    ],
    [
      'a last status that is not that of the ledger',
      { requests: subscription().requests.map((one) => ({ ...one, status: 'refund' })) },
      '0xa1: the last status told is not refund',
    ],
    ['a request of another owner', { requests: [] }, '0xa1: it is told of a request of another'],
  ])('PU29: finds %s', (_, changes, fault) => {
    const { faults } = judgePush(report(all, { subscriptions: [subscription(changes)] }));
    expect(faults.join('\n')).toContain(fault);
  });

  it('PU29: finds redirects that were followed, troubles, missing requests and late arrivals', () => {
    const late = all.map((each) => ({ ...each, realAt: now + 21 }));
    const changes = { followed: 1, troubles: ['a worker ended by itself'], requests: 2 };
    expect(judgePush(report(late, changes)).faults).toEqual([
      'a worker ended by itself',
      '1 of 2 requests',
      '1 redirects were followed',
      '95 of 100 events arrive within 21 ms, not 20',
    ]);
    const killed = { kills: { random: 1, beforeSending: 0, afterSending: 0 } };
    expect(judgePush(report(late, killed))).toMatchObject({ isSound: true, latencyMs: undefined });
  });
});
