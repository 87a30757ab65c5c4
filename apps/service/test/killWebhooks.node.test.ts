import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { Quote } from '@portage/core';
import { quoteSchema } from '@portage/core/schemas';
import { eventually } from '@portage/testing';
import { parseEther } from 'viem';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openBeside } from './openDatabase.js';
import { post, sendSteps } from './transfer.js';
import { useServices } from './useServices.js';

/** Body of a delivery. */
interface Told {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
}

let key: string;
const services = useServices({ accounts: 10, blockTimeSeconds: 0.25 });
const told: { readonly id: string; readonly body: Told }[] = [];
const receiver = createServer((request, response) => {
  void json(request).then((body) => {
    told.push({ id: String(request.headers['webhook-id']), body: body as Told });
    response.writeHead(204).end();
  });
});

beforeAll(async () => {
  await new Promise<void>((resolve) => {
    receiver.listen(0, '127.0.0.1', resolve);
  });
  const service = services.start();
  const url = await service.url;
  const store = await openBeside(services.dataDir, services.devnet);
  ({ secret: key } = await store.keys.create({ name: 'shop' }));
  await store.close();
  const { port } = receiver.address() as AddressInfo;
  const hook = { url: `http://127.0.0.1:${String(port)}/hooks` };
  expect(await post(url, '/webhooks', hook, { 'x-api-key': key })).toMatchObject({ status: 200 });
  await service.stop();
});

afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
});

async function quoteWithKey(url: string, user: string): Promise<Quote> {
  const body = { user, originChainId: 8453, destinationChainId: 10, amount: '50000000000000000' };
  const answer = await post(url, '/quote/v2', body, { 'x-api-key': key });
  return quoteSchema.parse(answer.body);
}

describe('kill -9 of a service that tells webhooks', () => {
  test.each(['webhook-due', 'webhook-sent'])(
    'PU28: at %s: all of it is told, in order (webhooks#durable)',
    async (point) => {
      const account = services.devnet.description.accounts[point === 'webhook-due' ? 0 : 1]!;
      const doomed = services.start({ PORTAGE_FAILPOINT: point });
      const quote = await quoteWithKey(await doomed.url, account.address);
      const requestId = quote.steps[0]!.requestId!;
      await sendSteps(services.devnet, account.privateKey, quote);
      expect(await doomed.ended).toEqual({ code: null, signal: 'SIGKILL' });

      const service = services.start();
      await service.url;
      const own = (): readonly Told[] => {
        const seen = told.filter(({ body }) => body.data['requestId'] === requestId);
        return [...new Map(seen.map(({ id, body }) => [id, body])).values()];
      };
      const statuses = (): readonly unknown[] =>
        own().flatMap(({ event, data }) =>
          event === 'request.status.updated' ? [data['status']] : [],
        );
      await eventually(statuses, (seen) => expect(seen.at(-1)).toBe('success'), {
        what: 'the end of the request',
      });
      const seen = statuses();
      expect(seen).toEqual(
        ['pending', 'submitted', 'success'].filter((status) => seen.includes(status)),
      );
      expect(seen[0]).toBe('pending');
      const payments = own().filter(({ event }) => event === 'transfer');
      expect(payments.map(({ data }) => [data['role'], data['chainId']])).toEqual([
        ['deposit', 8453],
        ['fill', 10],
      ]);
      expect(payments[0]!.data['amount']).toBe(parseEther('0.05').toString());
      expect(await service.stop()).toEqual({ code: 0, signal: null });
    },
  );
});
