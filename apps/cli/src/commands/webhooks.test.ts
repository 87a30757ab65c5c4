import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  startSharedService,
  type ScriptedService,
} from '../../../../packages/client/test/startService.js';
import { jsonLines } from '../../test/runBin.js';
import { runInProcess } from '../../test/runInProcess.js';

const webhook = {
  webhookId: 'wh_0011223344556677',
  url: 'https://shop.example/hooks',
  events: ['transfer'],
  state: 'active',
  createdAt: '2026-11-27T20:00:00.000Z',
  deliveredAt: null,
  previousSecretUntil: null,
  fault: 'answered 500',
  pending: 2,
  parked: 1,
};
const delivery = {
  messageId: 'msg_1',
  event: 'transfer',
  requestId: `0x${'1'.repeat(64)}`,
  state: 'pending',
  attempts: 3,
  createdAt: webhook.createdAt,
  attemptedAt: null,
  statusCode: 500,
  fault: 'answered 500',
};
const answers: Readonly<Record<string, unknown>> = {
  'GET /webhooks': { webhooks: [webhook] },
  'POST /webhooks': { webhook, secret: 'whsec_c2VjcmV0' },
  'POST /webhooks/wh_1': webhook,
  'POST /webhooks/wh_1/delete': { message: 'The webhook has ended.' },
  'POST /webhooks/wh_1/rotate': { webhook, secret: 'whsec_bmV3' },
  'POST /webhooks/wh_1/test': { messageId: 'msg_1' },
  'POST /webhooks/wh_1/replay': { count: 4 },
  'GET /webhooks/wh_1/deliveries': { deliveries: [delivery] },
};

let service: ScriptedService;
let asked: { readonly path: string; readonly body: string }[] = [];

beforeAll(async () => {
  service = await startSharedService((heard, answer) => {
    const place = `${heard.method} ${heard.path}`;
    asked.push({ path: place, body: heard.body });
    const message = { message: 'There is no webhook with this id.', statusCode: 400 };
    if (heard.headers['x-api-key'] !== 'secret' || answers[place] === undefined)
      answer.json(400, { ...message, errorCode: 'INVALID_REQUEST', code: 'INVALID_REQUEST' });
    else answer.json(200, answers[place]);
  });
});
afterAll(() => service.close());
beforeEach(() => {
  asked = [];
});

const run = (...args: readonly string[]) =>
  runInProcess(['webhooks', ...args], { PORTAGE_URL: service.url, PORTAGE_API_KEY: 'secret' });

it.each([
  [['list'], 'GET /webhooks', '', 'answered 500'],
  [
    ['create', webhook.url, '--event', 'transfer'],
    'POST /webhooks',
    JSON.stringify({ url: webhook.url, events: ['transfer'] }),
    'whsec_c2VjcmV0',
  ],
  [['pause', 'wh_1'], 'POST /webhooks/wh_1', '{"state":"paused"}', '2 pending, 1 parked'],
  [['resume', 'wh_1'], 'POST /webhooks/wh_1', '{"state":"active"}', webhook.url],
  [['delete', 'wh_1'], 'POST /webhooks/wh_1/delete', '{}', 'has ended'],
  [
    ['rotate', 'wh_1', '--overlap', '60'],
    'POST /webhooks/wh_1/rotate',
    '{"overlapSeconds":60}',
    'whsec_bmV3',
  ],
  [['test', 'wh_1'], 'POST /webhooks/wh_1/test', '{}', 'msg_1'],
  [
    ['replay', 'wh_1', '--from', '100', '--to', '200'],
    'POST /webhooks/wh_1/replay',
    '{"startTimestamp":100,"endTimestamp":200}',
    '4 events',
  ],
  [['deliveries', 'wh_1'], 'GET /webhooks/wh_1/deliveries', '', '3 attempts'],
] as const)('PU27: portage webhooks %j asks %s', async (args, path, body, text) => {
  const { code, stdout } = await run(...args);
  expect([code, asked]).toEqual([0, [{ path, body }]]);
  expect(stdout).toContain(text);
  const { stdout: json } = await runInProcess(['--json', 'webhooks', ...args], {
    PORTAGE_URL: service.url,
    PORTAGE_API_KEY: 'secret',
  });
  expect(jsonLines(json)).toHaveLength(1);
});

it('PU27: portage webhooks says what the service refused, and needs a key', async () => {
  const { code, stderr } = await run('pause', 'wh_2');
  expect([code, stderr]).toEqual([1, expect.stringContaining('There is no webhook')]);
  const without = await runInProcess(['webhooks', 'list'], { PORTAGE_URL: service.url });
  expect([without.code, without.stderr]).toEqual([2, expect.stringContaining('PORTAGE_API_KEY')]);
});
