import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { TestSystem } from './testSystem.js';
import { useSystem } from './world/useSystem.js';

const operationSchema = z.object({
  operationId: z.string(),
  'x-portage-offered': z.boolean().optional(),
  parameters: z
    .array(
      z.object({
        name: z.string(),
        in: z.enum(['path', 'query']),
        example: z.union([z.string(), z.number()]).optional(),
      }),
    )
    .default([]),
  requestBody: z
    .object({
      content: z.object({ 'application/json': z.object({ example: z.unknown().optional() }) }),
    })
    .optional(),
});
type Operation = z.infer<typeof operationSchema>;

const documentSchema = z.object({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

/** Operations whose examples name something of the caller's own, and what they answer to it. */
const ownThings: Readonly<Record<string, number>> = {
  status: 404,
  legacyStatus: 404,
  modelDepositAddressDisable: 401,
  modelDepositAddressV2: 404,
  modelStatusV2: 404,
  transactionsIndex: 404,
  transactionsSingle: 404,
  executePermits: 404,
  depositAddress: 404,
  depositAddressReindex: 404,
  // The owner of the example has nothing in the depository.
  withdrawalRequest: 400,
  withdrawalStatus: 404,
  // The wallet of the example has earned nothing.
  appFeeClaim: 400,
  // They need a key; with one the quote of the call is not found, and all but one are answered.
  execute: 401,
  usage: 401,
  dashboardSession: 401,
  dashboardRequests: 401,
  dashboardRequest: 401,
  dashboardOverview: 401,
  dashboardUsage: 401,
  dashboardMoney: 401,
  dashboardKeys: 401,
  dashboardService: 401,
  webhookList: 401,
  webhookCreate: 401,
  // The webhook of the example does not exist.
  webhookChange: 401,
  webhookDelete: 401,
  webhookRotate: 401,
  webhookTest: 401,
  webhookReplay: 401,
  webhookDeliveries: 401,
  // Its key needs a wallet whose app fees are its guarantee.
  fastFill: 401,
};

/** Those of them that any key is enough for. */
const answeredWithKey: readonly string[] = [
  'usage',
  'dashboardSession',
  'dashboardRequests',
  'dashboardOverview',
  'dashboardUsage',
  'dashboardMoney',
  'dashboardKeys',
  'webhookList',
  'webhookCreate',
];

/** Refusals of some of them with a key; the others name a request that is not there. */
const otherCodes: Readonly<Record<string, string>> = {
  transactionsIndex: 'UNKNOWN_TRANSACTION',
  withdrawalRequest: 'INSUFFICIENT_FUNDS',
  appFeeClaim: 'INSUFFICIENT_FUNDS',
  fastFill: 'FORBIDDEN',
  dashboardService: 'FORBIDDEN',
  webhookChange: 'INVALID_REQUEST',
  webhookDelete: 'INVALID_REQUEST',
  webhookRotate: 'INVALID_REQUEST',
  webhookTest: 'INVALID_REQUEST',
  webhookReplay: 'INVALID_REQUEST',
  webhookDeliveries: 'INVALID_REQUEST',
};

interface Sent {
  readonly status: number;
  readonly code: string | undefined;
}

let system: TestSystem;
const answers = new Map<string, Sent>();
const withKey = new Map<string, Sent>();

async function send(url: string, init: RequestInit): Promise<Sent> {
  const answer = await fetch(url, init);
  const body = z
    .looseObject({ errorCode: z.string().optional() })
    .catch({})
    .parse(await answer.json());
  return { status: answer.status, code: body.errorCode };
}

/** A call of an operation with its examples and nothing else. */
function callOf(path: string, method: string, { parameters, requestBody }: Operation) {
  const named = new Map(parameters.map((each) => [each.name, String(each.example)]));
  const inPath = path.replace(/\{(\w+)\}/g, (_, name: string) => named.get(name) ?? '');
  const inQuery = parameters.filter((each) => each.in === 'query' && each.example !== undefined);
  const query = new URLSearchParams(inQuery.map((each) => [each.name, String(each.example)]));
  const body = requestBody?.content['application/json'].example;
  return {
    url: `${system.url}${inPath}?${query}`,
    init: {
      method: method.toUpperCase(),
      headers: { 'content-type': 'application/json' },
      body: body === undefined ? null : JSON.stringify(body),
    },
  };
}

beforeAll(async () => {
  system = await useSystem();
  const key = await system.createSponsor(1n);
  const { paths } = documentSchema.parse(await (await fetch(`${system.url}/openapi.json`)).json());
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
  );
  for (const { path, method, operation } of operations) {
    if (operation['x-portage-offered'] === false) continue;
    const { url, init } = callOf(path, method, operation);
    const headers = { ...init.headers, 'x-api-key': key };
    answers.set(operation.operationId, await send(url, init));
    withKey.set(operation.operationId, await send(url, { ...init, headers }));
  }
});
afterAll(() => system.close());

describe('examples of the OpenAPI document, sent as they are', () => {
  test('are answered', () => {
    const refused = [...answers]
      .filter(([, { status }]) => status !== 200 && status !== 202)
      .map(([name, { status }]) => [name, status]);
    expect(Object.fromEntries(refused)).toEqual(ownThings);
    expect(answers.get('quote')).toEqual({ status: 200, code: undefined });
    expect(answers.size).toBeGreaterThan(15);
  });

  test('that name something of their caller are refused for that alone', () => {
    const codes = [...withKey]
      .filter(([, { status }]) => status !== 200 && status !== 202)
      .map(([name, { code }]) => [name, code]);
    const expected = Object.keys(ownThings)
      .filter((name) => !answeredWithKey.includes(name))
      .map((name) => [name, otherCodes[name] ?? 'UNKNOWN_REQUEST']);
    expect(Object.fromEntries(codes)).toEqual(Object.fromEntries(expected));
  });
});
