import { Webhook } from 'standardwebhooks';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { systemClock, type RequestEvent } from '@portage/core';
import { createTestDatabases } from '@portage/database/testing';
import {
  changeRequests,
  openTestSettlement,
  type TestSettlement,
} from '@portage/settlement/testing';
import { eventually } from '@portage/testing';
import { startReceiver, type Received, type Receiver } from '../../test/receiver.js';
import { createWebhookWorker } from './createWebhookWorker.js';
import { retryPauses } from './schedule.js';
import type { WebhookWorkerOptions } from './workerOptions.js';

const owner = 'key_0123456789abcdef';
const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const hash = (kind: string, number: number): string =>
  `0x${kind}${number.toString(16).padStart(63, '0')}`;

/** Status in the body of a delivery. */
function statusOf({ body }: Received): unknown {
  return (JSON.parse(body) as { data: { status?: string } }).data.status;
}

describe('the worker of webhooks', () => {
  const databases = createTestDatabases({ unaudited: 'requests are moved by hand' });
  let store: TestSettlement;
  let receiver: Receiver;
  /** Milliseconds by which the worker's clock is ahead. */
  let ahead = 0;
  let stopAll: (() => Promise<void>)[] = [];

  const clock = { ...systemClock, now: () => Date.now() + ahead };

  function run(changes: Partial<WebhookWorkerOptions> = {}): () => Promise<void> {
    const stop = new AbortController();
    const running = createWebhookWorker({
      queue: store.webhooks.queue,
      leases: store.leases,
      clock,
      worker: 'one',
      isLocalAllowed: true,
      log: () => undefined,
      pollMs: 20,
      answerMs: 2_000,
      printStatus: ({ id, status, inTxIds }) => ({ requestId: id, status, inTxHashes: inTxIds }),
      ...changes,
    }).run(stop.signal);
    const end = async (): Promise<void> => {
      stop.abort();
      await running;
    };
    stopAll.push(end);
    return end;
  }

  const subscribe = (number: number, url: string): Promise<unknown> =>
    store.webhooks.create(
      {
        id: `wh_${String(number)}`,
        owner: `${owner}${String(number)}`,
        url,
        secret,
        events: ['request.status.updated'],
      },
      20,
    );

  /** Saves a request and takes it through its states, each in a transaction of its own. */
  async function fill(number: number, keyId = `${owner}1`): Promise<void> {
    await store.saveRequest({
      id: hash('a', number),
      orderId: hash('b', number),
      apiKeyId: keyId,
      originChainId: 1,
      destinationChainId: 10,
      payer: '0xaa',
      recipient: '0xbb',
      quote: '{}',
      createdAt: Date.now(),
      fillBy: Date.now() + 60_000,
    });
    for (const event of ['depositSeen', 'fillSent', 'fillConfirmed'] as const)
      await move(number, event);
  }

  const move = (number: number, event: RequestEvent): Promise<unknown> =>
    store.transaction((tx) => {
      const orderId = hash('b', number);
      return changeRequests(tx, store.hub, [{ orderId, events: [event] }], [orderId]);
    });

  const statuses = (number: number): readonly unknown[] =>
    receiver.received.filter(({ body }) => body.includes(hash('a', number))).map(statusOf);

  afterAll(() => databases.close());
  beforeEach(async () => {
    ahead = 0;
    stopAll = [];
    store = await openTestSettlement(databases);
    receiver = await startReceiver();
    return async () => {
      await Promise.all(stopAll.map((stop) => stop()));
      await receiver.close();
    };
  });

  it('PU19: delivers each status of a request once, in order and verifiable (webhooks#event-status)', async () => {
    await subscribe(1, receiver.url);
    run();
    await Promise.all([fill(1), fill(2)]);
    await eventually(
      () => receiver.received.length,
      (length) => expect(length).toBe(6),
      { what: 'deliveries' },
    );
    for (const number of [1, 2])
      expect(statuses(number)).toEqual(['pending', 'submitted', 'success']);
    const verifier = new Webhook(secret);
    for (const { body, headers } of receiver.received) {
      expect(verifier.verify(body, { ...headers })).toMatchObject({
        event: 'request.status.updated',
      });
      expect(() => verifier.verify(`${body} `, { ...headers })).toThrow();
    }
    expect(new Set(receiver.received.map(({ headers }) => headers['webhook-id'])).size).toBe(6);
  });

  it.each([
    ['answers 500', (response) => void response.writeHead(500).end()],
    ['redirects', (response) => void response.writeHead(307, { location: receiver.url }).end()],
    ['closes', (response) => void response.destroy()],
    [
      'answers half and closes',
      (response) => {
        response.writeHead(200, { 'content-length': '10' });
        response.write('half');
        response.destroy();
      },
    ],
    ['hangs', () => undefined],
    [
      'sends its head and hangs',
      (response) => {
        response.writeHead(200).flushHeaders();
      },
    ],
  ] satisfies readonly (readonly [string, Receiver['answer']])[])(
    'PU20: a receiver that %s gets all of it later, in order and under its ids (webhooks#taken, webhooks#at-least-once)',
    async (_, answer) => {
      await subscribe(1, receiver.url);
      const well = receiver.answer;
      receiver.answer = answer;
      run({ answerMs: 200 });
      await fill(1);
      const read = async (): Promise<unknown> => (await store.webhooks.list(`${owner}1`))[0]?.fault;
      await eventually(read, (fault) => expect(fault).toBeTypeOf('string'), { what: 'a fault' });
      // Nothing that came later of the request is sent before.
      expect(new Set(statuses(1))).toEqual(new Set(['pending']));
      receiver.answer = well;
      ahead += 3_600_000;
      await eventually(
        () => statuses(1).filter((status) => status !== 'pending'),
        (later) => expect(later).toEqual(['submitted', 'success']),
        { what: 'later statuses' },
      );
      const idOf = ({ headers }: Received): unknown => headers['webhook-id'];
      const first = receiver.received.filter((delivery) => statusOf(delivery) === 'pending');
      expect(first.length).toBeGreaterThan(1);
      expect(new Set(first.map(idOf)).size).toBe(1);
      expect(new Set(receiver.received.map(idOf)).size).toBe(3);
    },
  );

  it('PU21: a receiver that hangs holds up no other (webhooks#slow)', async () => {
    const hanging = await startReceiver();
    hanging.answer = () => undefined;
    stopAll.push(() => hanging.close());
    await subscribe(1, hanging.url);
    await subscribe(2, receiver.url);
    // It hangs for longer than the test waits.
    run({ answerMs: 600_000 });
    for (let number = 1; number <= 9; number += 1) await fill(number);
    await eventually(
      () => hanging.received.length,
      (length) => expect(length).toBe(4),
      { what: 'deliveries to the one that hangs' },
    );
    await fill(20, `${owner}2`);
    await eventually(
      () => statuses(20),
      (told) => expect(told).toHaveLength(3),
      { what: 'deliveries to the other' },
    );
    expect(hanging.received).toHaveLength(4);
  });

  it('PU21: an owner whose receivers hang, however many, holds up no other owner (webhooks#slow)', async () => {
    const hanging = await startReceiver();
    hanging.answer = () => undefined;
    stopAll.push(() => hanging.close());
    const events = ['request.status.updated'] as const;
    for (let number = 100; number < 112; number += 1) {
      const id = `wh_${String(number)}`;
      const { url } = hanging;
      await store.webhooks.create({ id, owner: `${owner}1`, url, secret, events }, 20);
    }
    await subscribe(2, receiver.url);
    run({ answerMs: 600_000 });
    for (let number = 1; number <= 4; number += 1) await fill(number);
    await eventually(
      () => hanging.received.length,
      (length) => expect(length).toBe(32),
      { what: 'deliveries to those that hang' },
    );
    await fill(20, `${owner}2`);
    await eventually(
      () => statuses(20),
      (told) => expect(told).toHaveLength(3),
      { what: 'deliveries to the other' },
    );
    expect(hanging.received).toHaveLength(32);
  });

  it('PU22: an endless answer is not read to its end', async () => {
    await subscribe(1, receiver.url);
    receiver.answer = (response) => {
      response.writeHead(200);
      const write = (): void => {
        while (response.write(Buffer.alloc(65_536)));
        response.once('drain', write);
      };
      write();
    };
    run({ answerMs: 600_000 });
    await fill(1);
    await eventually(
      () => statuses(1),
      (told) => expect(told).toHaveLength(3),
      { what: 'deliveries' },
    );
  });

  it('PU23: a name is looked up once, and the connection goes to what was checked (webhooks#target-addresses, webhooks#event-test)', async () => {
    const { port } = new URL(receiver.url);
    await subscribe(1, `http://shop.test:${port}/hooks`);
    const asked: string[] = [];
    run({
      lookUp: (host) => {
        asked.push(host);
        return Promise.resolve([{ address: '127.0.0.1', family: 4 }]);
      },
    });
    await store.webhooks.test({ owner: `${owner}1`, id: 'wh_1' });
    await eventually(
      () => receiver.received.length,
      (length) => expect(length).toBe(1),
      { what: 'the test delivery' },
    );
    expect(asked).toEqual(['shop.test']);
    expect(receiver.received[0]!.headers['host']).toBe(`shop.test:${port}`);
    expect(JSON.parse(receiver.received[0]!.body)).toMatchObject({
      event: 'webhook.test',
      data: { webhookId: 'wh_1' },
    });
  });

  it('PU24: a name that leads to this machine by now is not connected to (webhooks#target-addresses)', async () => {
    const { port } = new URL(receiver.url);
    await subscribe(1, `https://shop.example:${port}/hooks`);
    run({
      isLocalAllowed: false,
      lookUp: () => Promise.resolve([{ address: '127.0.0.1', family: 4 }]),
    });
    await fill(1);
    await eventually(
      async () => (await store.webhooks.list(`${owner}1`))[0]?.fault,
      (fault) => expect(fault).toBe('the host is not on the public internet'),
      { what: 'a fault' },
    );
    expect(receiver.received).toEqual([]);
  });

  it('PU25: after a day of failures it is parked and shown; 410 parks at once', async () => {
    await subscribe(1, receiver.url);
    receiver.answer = (response) => void response.writeHead(503).end();
    run();
    await fill(1);
    for (let attempt = 1; attempt <= retryPauses.length + 1; attempt += 1) {
      await eventually(
        async () =>
          (await store.webhooks.deliveries({ owner: `${owner}1`, id: 'wh_1' }, { limit: 9 })).at(
            -1,
          ),
        (first) => expect(first).toMatchObject({ attempts: attempt, statusCode: 503 }),
        { what: 'an attempt' },
      );
      ahead += retryPauses.at(-1)! + 1_000;
    }
    const shown = async (): Promise<unknown> => (await store.webhooks.list(`${owner}1`))[0];
    expect(await shown()).toMatchObject({ state: 'parked', parked: 1, fault: 'answered 503' });
    receiver.answer = (response) => void response.writeHead(410).end();
    await store.webhooks.change({ owner: `${owner}1`, id: 'wh_1' }, { state: 'active' });
    await eventually(shown, (webhook) => expect(webhook).toMatchObject({ fault: 'answered 410' }), {
      what: 'an answer',
    });
    expect(await shown()).toMatchObject({ state: 'parked' });
  });

  it('PU26: what was cut off is sent again under its id, by the next worker (webhooks#at-least-once)', async () => {
    await subscribe(1, receiver.url);
    receiver.answer = () => undefined;
    const stop = run({ answerMs: 600_000 });
    await fill(1);
    await eventually(
      () => receiver.received.length,
      (length) => expect(length).toBe(1),
      { what: 'the first attempt' },
    );
    await stop();
    receiver.answer = (response) => void response.writeHead(200).end();
    run({ worker: 'two' });
    run({ worker: 'three' });
    await eventually(
      () => statuses(1),
      (told) => expect(told.at(-1)).toBe('success'),
      { what: 'the last status' },
    );
    expect(statuses(1)).toEqual(['pending', 'pending', 'submitted', 'success']);
    const [first, again] = receiver.received;
    expect(first!.headers['webhook-id']).toBe(again!.headers['webhook-id']);
  });
});
