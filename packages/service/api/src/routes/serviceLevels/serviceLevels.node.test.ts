import { readFileSync } from 'node:fs';
import { endpoints, type EndpointResponse } from '@portage/core/schemas';
import { createTestDatabases } from '@portage/database/testing';
import { defaultPolicy } from '@portage/quoter';
import { hashBytes, openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createQuoting } from '../../../test/quoting.js';
import { createServer, type Server } from '../../index.js';

const databases = createTestDatabases({
  planted: { 'INV-O7': 'a success is written without its fill' },
});
const noon = Date.parse('2027-03-10T12:00:30Z');
const minuteMs = 60_000;
const dayMs = 86_400_000;
let store: TestSettlement;
let server: Server;
let now = noon;
let last = 0;

beforeAll(async () => {
  store = await openTestSettlement(databases);
  server = await createServer({
    ...(await createQuoting(store)),
    policy: defaultPolicy,
    store,
    indexer: { trace: () => Promise.resolve('nothing'), watch: () => undefined },
    version: '1',
    log: { error: () => undefined },
    now: () => now,
  });
});
afterAll(async () => {
  await server.close();
  await databases.close();
});

interface End {
  readonly status: string;
  readonly origin?: number;
  readonly destination?: number;
  /** Milliseconds of the fill; negative where the deposit was final later. */
  readonly fillMs?: number;
  readonly at?: number;
}

/** Writes a request in a status, with its fill where it has one. */
async function end({
  status,
  origin = 1,
  destination = 2,
  fillMs,
  at = noon,
}: End): Promise<string> {
  last += 1;
  const id = `0x${last.toString(16).padStart(64, '0')}`;
  await store.query(
    `insert into requests (id, order_id, origin_chain_id, destination_chain_id, payer, recipient, quote, fill_by)
       values ($1, $1, $2, $3, 'a', 'b', '{}', now())`,
    [hashBytes(id), origin, destination],
  );
  await store.query(
    `insert into request_states (order_id, request_id, status, created_at, updated_at)
       values ($1, $1, $2, to_timestamp($3::float8), to_timestamp($3::float8))`,
    [hashBytes(id), status, at / 1000],
  );
  if (fillMs === undefined) return id;
  await store.query(
    `insert into deposits (chain_id, tx_id, ordinal, height, block_hash, order_id, depositor, payer, currency, amount, state, outcome, final_at)
       values ($2, $3, 0, 1, 'x', $1, 'a', 'a', 'usdc', 1, 'final', 'matched', to_timestamp($4::float8))`,
    [hashBytes(id), origin, id, (at - fillMs) / 1000],
  );
  await store.query(
    `insert into settlements (order_id, leg, kind, intent, chain_id, deposit_chain_id, deposit_tx_id, deposit_ordinal)
       values ($1, 'main', 'fill', '{}', $2, $3, $4, 0)`,
    [hashBytes(id), destination, origin, id],
  );
  return id;
}

async function ask(days = 30): Promise<EndpointResponse<'serviceLevels'>> {
  // Answers are given again for two seconds.
  now += 2_000;
  const answer = await server.inject({ url: `/service-levels?days=${String(days)}` });
  expect([answer.statusCode, answer.body]).toEqual([200, expect.any(String)]);
  return endpoints.serviceLevels.response.strict().parse(answer.json());
}

/** Statements that docs/operations.md tells operators. */
function documented(): readonly string[] {
  const page = readFileSync(
    new URL('../../../../../../docs/operations.md', import.meta.url),
    'utf8',
  );
  const section = page.split('## Service levels\n')[1]?.split('\n## ')[0] ?? '';
  return [...section.matchAll(/```sql\n([^`]*)```/g)].map(([, text]) => text!);
}

/** The smallest time that `percent` of 100 do not exceed, of all times one by one. */
function percentile(ms: readonly number[], percent: number): number {
  const tenths = ms.map((time) => Math.max(0, Math.ceil(time / 100))).sort((a, b) => a - b);
  return tenths[Math.ceil((tenths.length * percent) / 100) - 1]! / 10;
}

it('LEVELS-1: without a record nothing is told, and nothing looks good (chains-and-currencies#levels-days, chains-and-currencies#levels-total, chains-and-currencies#levels-daily)', async () => {
  const { total, routes, daily, incidents } = await ask();
  expect(total).toEqual({
    ended: 0,
    filledAsQuoted: 0,
    refunded: 0,
    failed: 0,
    timedFills: 0,
    minutes: 0,
    answeredMinutes: 0,
  });
  expect([routes, incidents]).toEqual([[], []]);
  expect(daily).toHaveLength(30);
  expect(daily.at(-1)).toEqual({
    day: '2027-03-10',
    ended: 0,
    filledAsQuoted: 0,
    refunded: 0,
    failed: 0,
    minutes: 0,
    answeredMinutes: 0,
  });
  expect((await ask(1)).daily.map(({ day }) => day)).toEqual(['2027-03-10']);
  for (const days of ['0', '91', 'all'])
    expect((await server.inject({ url: `/service-levels?days=${days}` })).statusCode).toBe(400);
});

it('LEVELS-2: counts each end once, by route and day, with exact percentiles (chains-and-currencies#levels-ended, chains-and-currencies#levels-filled, chains-and-currencies#levels-refunded, chains-and-currencies#levels-fill-seconds, chains-and-currencies#levels-routes)', async () => {
  const times = Array.from({ length: 101 }, (_, index) => (index * 7_919) % 60_001);
  for (const fillMs of times) await end({ status: 'success', fillMs });
  // Paid before its deposit was final, and one on another route.
  await end({ status: 'success', fillMs: -500, origin: 2, destination: 1 });
  for (const status of ['refund', 'refund', 'failure']) await end({ status });
  await end({ status: 'refund', origin: 2, destination: 1, at: noon - 3 * dayMs });
  // Not paid, or not ended; or too long ago.
  for (const status of ['waiting', 'depositing', 'pending', 'submitted']) await end({ status });
  await end({ status: 'success', at: noon - 31 * dayMs });
  // Follows the one that takes its place, and is the same request.
  const followed = await end({ status: 'refund' });
  const successor = await end({ status: 'refund' });
  await store.query(`update request_states set supersedes = $2 where order_id = $1`, [
    hashBytes(successor),
    hashBytes(followed),
  ]);
  // Two workers at once, and again.
  await Promise.all([store.levels.countEnded(), store.levels.countEnded()]);
  await store.levels.countEnded();
  const { total, routes, daily } = await ask();
  expect(total).toMatchObject({ ended: 107, filledAsQuoted: 102, refunded: 4, failed: 1 });
  expect(total).toMatchObject({ filledAsQuotedShare: 0.95327, refundShare: 0.03739 });
  expect([total.timedFills, total.fillSeconds]).toEqual([
    102,
    {
      p50: percentile([...times, -500], 50),
      p95: percentile([...times, -500], 95),
      p99: percentile([...times, -500], 99),
    },
  ]);
  expect(
    routes.map(({ originChainId, destinationChainId }) => [originChainId, destinationChainId]),
  ).toEqual([
    [1, 2],
    [2, 1],
  ]);
  expect(routes[0]?.fillSeconds).toEqual({
    p50: percentile(times, 50),
    p95: percentile(times, 95),
    p99: percentile(times, 99),
  });
  expect(routes[1]).toMatchObject({ ended: 2, refundShare: 0.5, fillSeconds: { p50: 0, p99: 0 } });
  expect(daily.filter(({ ended }) => ended > 0).map(({ day, ended }) => [day, ended])).toEqual([
    ['2027-03-07', 1],
    ['2027-03-10', 106],
  ]);
});

it('LEVELS-3: an end that is found later, or that something comes to, is counted once on its day', async () => {
  const before = (await ask()).total;
  // Written a minute before the newest end that is counted: its transaction committed late.
  const late = await end({ status: 'success', fillMs: 1_000, at: noon - minuteMs });
  await store.levels.countEnded();
  const found = (await ask()).total;
  expect(found.ended).toBe(before.ended + 1);
  // A second deposit moves the time of the request.
  await store.query(
    `update request_states set updated_at = updated_at + interval '2 days' where order_id = $1`,
    [hashBytes(late)],
  );
  await store.levels.countEnded();
  expect((await ask()).total).toEqual(found);
});

it('LEVELS-4: the statements of docs/operations.md give the same figures', async () => {
  const [ended = ''] = documented();
  const rows = await store.query<Record<string, number | null>>(ended, ['2027-02-09']);
  const { total, routes } = await ask();
  const all = [{ originChainId: null, destinationChainId: null, ...total }, ...routes];
  expect(rows).toEqual(
    all.map((levels) => ({
      origin_chain_id: levels.originChainId,
      ended: levels.ended,
      filled_as_quoted: levels.filledAsQuoted,
      refunded: levels.refunded,
      failed: levels.failed,
      p50: levels.fillSeconds?.p50 ?? null,
      p95: levels.fillSeconds?.p95 ?? null,
      p99: levels.fillSeconds?.p99 ?? null,
      destination_chain_id: levels.destinationChainId,
    })),
  );
});

it('LEVELS-5: minutes count since the first, once for all processes, and those of a route while both chains were well (chains-and-currencies#levels-availability)', async () => {
  const first = Date.parse('2027-03-08T23:58:10Z');
  const note = (at: number, ...chainIds: number[]) => store.levels.noteAnswered({ at, chainIds });
  await Promise.all([note(first, 2, 1), note(first + 5_000, 1, 2)]);
  // Whichever came first counts: what comes later in its minute changes nothing.
  await note(first + 9_000, 1);
  await note(first + minuteMs, 1);
  // A day and a half without an answer, but for the present minute.
  await note(noon, 1, 2);
  const { total, routes, daily } = await ask();
  const passed = 2 + 24 * 60 + 12 * 60 + 1;
  expect([total.minutes, total.answeredMinutes]).toEqual([passed, 3]);
  expect(total.availability).toBe(Math.floor((3 / passed) * 100_000) / 100_000);
  expect([routes[0]?.minutes, routes[0]?.answeredMinutes]).toEqual([passed, 2]);
  expect(
    daily
      .slice(-4)
      .map(({ minutes, answeredMinutes, availability }) => [
        minutes,
        answeredMinutes,
        availability,
      ]),
  ).toEqual([
    [0, 0, undefined],
    [2, 2, 1],
    [24 * 60, 0, 0],
    [12 * 60 + 1, 1, 0.00138],
  ]);
  const [, minutes = ''] = documented();
  for (const [chains, count] of [
    [[], 3],
    [[1, 2], 2],
  ] as const)
    expect(await store.query(minutes, ['2027-02-09', chains])).toEqual([
      { answered_minutes: count },
    ]);
});

it('LEVELS-6: outages have a begin, an end and their chain, and nothing is told before the first record (chains-and-currencies#levels-incidents)', async () => {
  const note = (at: number, ...chainIds: number[]) => store.levels.noteAnswered({ at, chainIds });
  const silence = {
    startedAt: '2027-03-09T00:00:00.000Z',
    endedAt: '2027-03-10T12:00:00.000Z',
    minutes: 36 * 60,
  };
  // The chain was away before the service was, and came back with it.
  const chain = { chainId: 2, startedAt: '2027-03-08T23:59:00.000Z', minutes: 36 * 60 + 1 };
  const past = [silence, { ...chain, endedAt: silence.endedAt }];
  expect((await ask()).incidents).toEqual(past);
  // A window that begins within an outage has its part of it.
  expect((await ask(1)).incidents).toEqual([
    { ...silence, startedAt: '2027-03-10T00:00:00.000Z', minutes: 12 * 60 },
  ]);
  for (let minute = 1; minute <= 3; minute += 1) await note(noon + minute * minuteMs, 1);
  now = noon + 3 * minuteMs;
  const lasting = { chainId: 2, startedAt: '2027-03-10T12:01:00.000Z', minutes: 3 };
  expect((await ask()).incidents).toEqual([lasting, ...past]);
  // Five minutes later nothing has noted one.
  now = noon + 8 * minuteMs;
  expect((await ask()).incidents).toEqual([
    { startedAt: '2027-03-10T12:04:00.000Z', minutes: 5 },
    { ...lasting, minutes: 8 },
    ...past,
  ]);
});
