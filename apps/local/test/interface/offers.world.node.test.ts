import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  at,
  freshAccount,
  listAt,
  openInterface,
  textAt,
  type InterfaceSystem,
} from './interfaceSystem.js';
import { useSystem } from '../world/useSystem.js';

/** Chains, currencies, keys and usage, as docs/spec promises them, on a running service. */
let system: InterfaceSystem;
let base: unknown;

beforeAll(async () => {
  system = await openInterface(await useSystem());
  base = at(await system.get('/chains?includeChains=8453'), 'chains.0');
});
afterAll(() => system.close());

/** A row of docs/spec with what it promises, and how that is seen. */
type Row = readonly [row: string, check: () => Promise<void>];
/** A row of docs/spec, the path in an answer, and what stands there. */
type Value = readonly [row: string, path: string, expected: () => unknown];
const is = (expected: unknown) => () => expected;
const match = (pattern: RegExp) => () => expect.stringMatching(pattern) as unknown;
const any = (type: unknown) => () => expect.any(type) as unknown;

describe('GET /chains', () => {
  test.each<Value>([
    ['chains-and-currencies#id', 'id', is(8453)],
    ['chains-and-currencies#name', 'displayName', is('Base')],
    ['chains-and-currencies#rpc', 'httpRpcUrl', () => system.chain(8453).rpcUrl],
    ['chains-and-currencies#explorer', 'explorerUrl', any(String)],
    ['chains-and-currencies#disabled', 'disabled', is(false)],
    ['chains-and-currencies#depositEnabled', 'depositEnabled', is(true)],
    ['chains-and-currencies#blockProductionLagging', 'blockProductionLagging', is(false)],
    ['chains-and-currencies#partialDisableLimit', 'partialDisableLimit', is(0)],
    ['chains-and-currencies#tokenSupport', 'tokenSupport', match(/^(All|Limited)$/)],
    ['chains-and-currencies#currency, chains-and-currencies#currency-id', 'currency.id', is('eth')],
    ['chains-and-currencies#currency-symbol', 'currency.decimals', is(18)],
    ['chains-and-currencies#supportsBridging', 'currency.supportsBridging', is(true)],
    ['chains-and-currencies#metadata', 'currency.metadata.isNative', is(true)],
    ['chains-and-currencies#iconUrl', 'iconUrl', any(String)],
    ['chains-and-currencies#contracts', 'contracts.multicall3', match(/^0x[0-9a-f]{40}$/i)],
    ['chains-and-currencies#vmType', 'vmType', is('evm')],
    ['chains-and-currencies#baseChainId', 'baseChainId', is(null)],
    ['chains-and-currencies#solverAddresses', 'solverAddresses.0', match(/^0x[0-9a-f]{40}$/i)],
    ['chains-and-currencies#tags', 'tags', any(Array)],
    [
      'chains-and-currencies#protocol',
      'protocol.v2.depository',
      () => system.chain(8453).contracts.depository.toLowerCase(),
    ],
  ])('%s', (_, path, expected) => {
    expect(at(base, path)).toEqual(expected());
  });

  test('chains-and-currencies#erc20Currencies, chains-and-currencies#featuredTokens, chains-and-currencies#solverCurrencies, chains-and-currencies#supportsPermit: currencies by what can be done with them', () => {
    const symbols = (name: string) => listAt(base, name).map((each) => textAt(each, 'symbol'));
    expect(symbols('erc20Currencies')).toContain('USDC');
    expect(symbols('erc20Currencies')).not.toContain('ETH');
    expect(symbols('solverCurrencies')).toEqual(expect.arrayContaining(['ETH', 'USDC']));
    expect(symbols('solverCurrencies')).not.toContain('tDAI');
    expect(symbols('featuredTokens').length).toBeGreaterThan(0);
    const usdc = listAt(base, 'erc20Currencies').find((each) => at(each, 'symbol') === 'USDC');
    expect(at(usdc, 'supportsPermit')).toBe(true);
  });
});

describe('POST /currencies/v2', () => {
  const search = async (body: object): Promise<readonly unknown[]> => {
    const found: unknown = await (await system.post('/currencies/v2', body)).json();
    return listAt({ found }, 'found');
  };
  const chainsOf = (found: readonly unknown[]) => [
    ...new Set(found.map((each) => at(each, 'chainId'))),
  ];

  test.each<Row>([
    [
      'chains-and-currencies#search-term: part of a symbol or a name',
      async () => {
        const [first] = await search({ term: 'usdc' });
        expect(first).toMatchObject({ symbol: 'USDC', groupID: 'usdc' });
        expect(await search({ term: 'x'.repeat(50) })).toEqual([]);
      },
    ],
    [
      'chains-and-currencies#search-chainIds: chains',
      async () => expect(chainsOf(await search({ chainIds: [10] }))).toEqual([10]),
    ],
    [
      'chains-and-currencies#search-address, chains-and-currencies#search-tokens: addresses',
      async () => {
        const address = system.usdc(10);
        // Another chain may have a token at the same address.
        const found = await search({ address });
        expect(chainsOf(found)).toContain(10);
        expect(found.length).toBeLessThan((await search({})).length);
        for (const each of [...found, ...(await search({ tokens: [`10:${address}`] }))])
          expect(textAt(each, 'address').toLowerCase()).toBe(address.toLowerCase());
        expect(chainsOf(await search({ tokens: [`10:${address}`] }))).toEqual([10]);
      },
    ],
    [
      'chains-and-currencies#search-currencyId: an asset on every chain',
      async () => expect(chainsOf(await search({ currencyId: 'usdc' }))).toHaveLength(4),
    ],
    [
      'chains-and-currencies#search-verified, chains-and-currencies#search-defaultList: by what is verified',
      async () => {
        expect(await search({ verified: false })).toEqual([]);
        expect((await search({ verified: true })).length).toBeGreaterThan(0);
        expect((await search({ defaultList: true })).length).toBeGreaterThan(0);
      },
    ],
    [
      'chains-and-currencies#search-limit: entries of the answer',
      async () => {
        expect(await search({ limit: 1 })).toHaveLength(1);
        expect((await system.post('/currencies/v2', { limit: 101 })).status).toBe(400);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('GET /health and GET /config/v2', () => {
  test.each<Value>([
    ['chains-and-currencies#health-status', 'status', is('ok')],
    ['chains-and-currencies#health-version', 'version', match(/^\d+\.\d+\.\d+/)],
    ['chains-and-currencies#health-database', 'database', is('ok')],
    ['chains-and-currencies#health-chains', 'chains.0.status', is('ok')],
    ['chains-and-currencies#health-chains and their heights', 'chains.0.height', any(Number)],
  ])('%s', async (_, path, expected) => {
    expect(at(await system.get('/health'), path)).toEqual(expected());
  });

  const config = (query: string) =>
    system.get(`/config/v2?originChainId=8453&destinationChainId=10${query}`);

  test.each<Value>([
    ['chains-and-currencies#config-enabled', 'enabled', is(true)],
    ['chains-and-currencies#config-fee', 'fee', match(/^[1-9]\d*$/)],
    ['chains-and-currencies#config-solver', 'solver.capacityPerRequest', match(/^[1-9]\d*$/)],
    [
      'chains-and-currencies#config-supportsExternalLiquidity',
      'supportsExternalLiquidity',
      is(false),
    ],
    [
      'chains-and-currencies#config-user, chains-and-currencies#config-answer-user',
      'user.balance',
      match(/^[1-9]\d*$/),
    ],
    ['chains-and-currencies#config-answer-user', 'user.maxBridgeAmount', match(/^[1-9]\d*$/)],
  ])('%s', async (_, path, expected) => {
    expect(at(await config(`&user=${system.user}`), path)).toEqual(expected());
  });

  test('chains-and-currencies#config-chains, chains-and-currencies#config-currency: chains are required, the currency is of the list', async () => {
    await expect(system.get('/config/v2?originChainId=8453')).rejects.toThrow(/INVALID_REQUEST/);
    expect(at(await config(`&user=${freshAccount()}&currency=usdc`), 'user.balance')).toBe('0');
    await expect(config('&currency=nothing')).rejects.toThrow(/INVALID_REQUEST/);
  });
});

describe('keys and usage', () => {
  const usage = (query = '', key = system.key) => system.get(`/metrics/usage?${query}`, key);

  test.each<Row>([
    [
      'keys-and-usage#key-form: a public id and a secret',
      async () => {
        expect(system.key).toMatch(/^key_[0-9a-f]{16}\..{43}$/);
      },
    ],
    [
      'keys-and-usage#invalid-key: is refused on every endpoint',
      async () => {
        for (const path of ['/chains', '/requests/v2', '/metrics/usage'])
          await expect(system.get(path, 'key_none')).rejects.toThrow(/UNAUTHORIZED/);
        expect((await system.post('/quote/v2', {}, `${system.key}x`)).status).toBe(401);
      },
    ],
    [
      'keys-and-usage#revoked-key: is refused within a second',
      async () => {
        const { access } = system.service;
        const { key, secret } = await access.keys.create({ name: 'short' });
        await system.get('/chains', secret);
        await access.keys.revoke(key.id);
        await expect
          .poll(() =>
            system.get('/chains', secret).then(
              () => 'served',
              () => 'refused',
            ),
          )
          .toBe('refused');
      },
    ],
    [
      'keys-and-usage#needs-key: usage and gasless deposits',
      async () => {
        await expect(system.get('/metrics/usage')).rejects.toThrow(/UNAUTHORIZED/);
        expect((await system.post('/execute', {})).status).toBe(401);
      },
    ],
    [
      'keys-and-usage#key-owner, keys-and-usage#apiKey: keys of one owner see each other, by their public ids',
      async () => {
        const { access } = system.service;
        const [one, two, other] = await Promise.all(
          ['owner', 'owner', undefined].map((owner) => access.keys.create({ name: 'k', owner })),
        );
        await system.get('/chains', one?.secret);
        const seen = async () =>
          listAt(await usage(`apiKey=${one?.key.id ?? ''}`, two?.secret), 'metrics');
        await expect.poll(async () => (await seen()).length).toBeGreaterThan(0);
        const foreign = await usage(`apiKey=${one?.key.id ?? ''}`, other?.secret).then(
          (answer) => listAt(answer, 'metrics'),
          () => [],
        );
        expect(foreign).toEqual([]);
        await expect(usage(`apiKey=${one?.secret ?? ''}`)).rejects.toThrow(/INVALID_REQUEST/);
      },
    ],
    [
      'keys-and-usage#limit-keys: fifty keys of one filter',
      async () => {
        const ids = (count: number) =>
          Array.from(
            { length: count },
            (_, index) => `key_${index.toString(16).padStart(16, '0')}`,
          );
        await expect(usage(`apiKey=${ids(51).join(',')}`)).rejects.toThrow(/INVALID_REQUEST/);
      },
    ],
    [
      'keys-and-usage#granularity, keys-and-usage#startTimestamp, keys-and-usage#endTimestamp: the window and its buckets',
      async () => {
        await expect(usage('granularity=weekly')).rejects.toThrow(/INVALID_REQUEST/);
        for (const granularity of ['minutely', 'hourly', 'daily'])
          expect(listAt(await usage(`granularity=${granularity}`), 'metrics')).toEqual(
            expect.any(Array),
          );
        expect(listAt(await usage('startTimestamp=1&endTimestamp=2'), 'metrics')).toEqual([]);
      },
    ],
    [
      'keys-and-usage#usage-apiKey, keys-and-usage#usage-timestamp, keys-and-usage#usage-endpoint, keys-and-usage#usage-statusCode, keys-and-usage#usage-errorCode, keys-and-usage#usage-count: an entry says what was called, and what came of it',
      async () => {
        await system.get('/chains', system.key);
        await system.refusal({ amount: 'x' }, system.key);
        const entries = async () => listAt(await usage('granularity=daily'), 'metrics');
        await expect
          .poll(entries)
          .toEqual(
            expect.arrayContaining([
              expect.objectContaining({ endpoint: '/chains', statusCode: 200 }),
              expect.objectContaining({
                apiKey: system.key.split('.')[0],
                endpoint: '/quote/v2',
                statusCode: 400,
                errorCode: 'INVALID_REQUEST',
                count: expect.any(Number) as unknown,
                timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT/) as unknown,
              }),
            ]),
          );
        const fine = (await entries()).find((each) => at(each, 'endpoint') === '/chains');
        expect(fine).not.toHaveProperty('errorCode');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('errors', () => {
  test('errors#message, errors#errorCode, errors#code, errors#statusCode, errors#body-errors: say what is wrong, and where', async () => {
    const answer = await system.post('/quote/v2', { user: system.user, amount: 'x' });
    expect(await answer.json()).toMatchObject({
      message: expect.stringMatching(/amount/) as unknown,
      errorCode: 'INVALID_REQUEST',
      code: 'INVALID_REQUEST',
      statusCode: 400,
      errors: [{ path: 'amount', message: expect.any(String) as unknown }],
    });
  });

  test('errors#hint, errors#errorData: advise, and explain with values', async () => {
    const low = await system.post('/quote/v2', { user: system.user, amount: '1' });
    expect(at(await low.json(), 'errorData')).toBeTypeOf('object');
    const nowhere = await fetch(`${system.url}/nowhere`);
    expect(at(await nowhere.json(), 'hint')).toMatch(/openapi/);
  });
});

describe('GET /app-fees/{wallet}/balances', () => {
  test.each<Value>([
    ['sponsorship#balances', 'balances', is([])],
    ['sponsorship#totalBalanceUsd', 'totalBalanceUsd', is(0)],
    ['sponsorship#outstandingFastFillBalanceUsd', 'outstandingFastFillBalanceUsd', is(0)],
    ['sponsorship#pendingBalanceUsd', 'pendingBalanceUsd', is(0)],
    ['sponsorship#availableBalanceUsd', 'availableBalanceUsd', is(0)],
  ])('%s of a wallet that earned nothing', async (_, path, expected) => {
    expect(at(await system.get(`/app-fees/${freshAccount()}/balances`), path)).toEqual(expected());
  });
});

describe('POST /execute/permits and POST /execute', () => {
  const requestId = `0x${'77'.repeat(32)}`;
  const codeOf = async (path: string, body: object): Promise<unknown> =>
    at(await (await system.post(path, body, system.key)).json(), 'errorCode');

  test('steps#permits-api, steps#permits-referrer: change nothing', async () => {
    const path = `/execute/permits?signature=0x${'11'.repeat(65)}`;
    const body = { kind: 'eip3009', requestId };
    const unknown = 'UNKNOWN_REQUEST';
    expect(await codeOf(path, body)).toBe(unknown);
    expect(await codeOf(path, { ...body, api: 'bridge', referrer: 'shop.example' })).toBe(unknown);
    expect(await codeOf(path, { ...body, api: 'other' })).toBe('INVALID_REQUEST');
  });

  test('steps#execute-chainId, steps#execute-value: are those of the quote, and nothing', async () => {
    const quote = await system.quote({ originGasOverhead: 80_000 }, system.key);
    const pathsOf = async (members: object): Promise<readonly unknown[]> => {
      const body = {
        executionKind: 'rawCalls',
        data: { chainId: 8453, to: system.user, data: '0x', value: '0', ...members },
        executionOptions: { subsidizeFees: false },
        requestId: quote.requestId,
      };
      const answer: unknown = await (await system.post('/execute', body, system.key)).json();
      return listAt(answer, 'errors').map((each) => at(each, 'path'));
    };
    expect(await pathsOf({ chainId: 10 })).toEqual(['data.chainId']);
    expect(await pathsOf({ value: '1' })).toEqual(['data.value']);
    expect(await pathsOf({})).not.toContain('data.value');
  });
});
