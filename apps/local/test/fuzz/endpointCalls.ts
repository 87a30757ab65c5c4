import { requestStatuses, zeroAddress } from '@portage/core';
import { configCurrencyIds, endpoints, type EndpointName } from '@portage/core/schemas';
import fc from 'fast-check';
import { hex, type FuzzWorld } from './quoteBodies.js';
import type { HttpCall } from './sendBatches.js';
import { brokenTextOf, strange } from './strange.js';

/** Names of what a service has seen, which calls may name. */
export interface CallWorld extends FuzzWorld {
  readonly requestIds: readonly string[];
  readonly orderIds: readonly string[];
  readonly depositAddresses: readonly string[];
  readonly txHashes: readonly string[];
  /** Ids of jobs, and texts that are none. */
  readonly jobIds: readonly string[];
  /** Places of next pages that the service gave. */
  readonly continuations: readonly string[];
  /** Slugs of chains in protocol data. */
  readonly slugs: readonly string[];
  /** Addresses of a server that must not be called. */
  readonly trapUrls: readonly string[];
}

/** Random call of an endpoint. */
export interface EndpointCall extends HttpCall {
  readonly name: EndpointName;
}

type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Members of one part of a call that are valid, or may be together with others. */
interface Part {
  readonly needed?: Members;
  readonly optional?: Members;
}

/** Parts of the calls of an endpoint; the values of its path stand in `path`. */
interface Shape {
  readonly path?: Members;
  readonly query?: Part;
  readonly body?: Part;
}

/**
 * Shape of the calls of every endpoint but that of quotes, which has bodies of its own, and those
 * that take the address of a webhook: on a devnet it may be one of this machine.
 */
type Shapes = Readonly<
  Record<Exclude<EndpointName, 'quote' | 'webhookCreate' | 'webhookChange'>, Shape>
>;

/** Values that members of several endpoints take. */
function valuesIn(world: CallWorld) {
  const { chains, accounts, slugs } = world;
  const anyOf = (...lists: (readonly string[])[]): fc.Arbitrary<string> =>
    fc.constantFrom(...lists.flat());
  const id = fc.oneof(
    { weight: 3, arbitrary: anyOf(world.requestIds, world.orderIds) },
    { weight: 1, arbitrary: hex(32) },
  );
  const account = fc.oneof(
    { weight: 4, arbitrary: anyOf(...Object.values(accounts)) },
    { weight: 1, arbitrary: hex(20) },
  );
  return {
    id,
    account,
    chainId: fc.constantFrom(...chains.map((chain) => chain.id)),
    slug: anyOf(slugs),
    currency: anyOf(...chains.map(({ currencies }) => currencies), [zeroAddress]),
    amount: fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 24n }).map(String), fc.constant('0')),
    txHash: fc.oneof(anyOf(world.txHashes), hex(32)),
    depositAddress: fc.oneof(anyOf(world.depositAddresses), account),
    signature: fc.oneof(hex(65), hex(64), hex(1_000), fc.constant('0x')),
    jobId: anyOf(world.jobIds, world.requestIds),
    keyId: fc.oneof(anyOf(world.apiKeys.map((key) => key.split('.')[0] ?? '')), hex(8)),
    seconds: fc.oneof(fc.nat(2 ** 31), fc.constant(Math.floor(Date.now() / 1000))),
    limit: fc.integer({ min: 1, max: 50 }),
    continuation: fc.oneof(anyOf(world.continuations), fc.base64String({ maxLength: 60 })),
    flag: fc.boolean(),
    referrer: fc.oneof(anyOf(world.trapUrls), fc.string({ maxLength: 40, unit: 'grapheme' })),
  };
}

type Values = ReturnType<typeof valuesIn>;

const pageOf = ({ limit, continuation }: Values): Members => ({ limit, continuation });

function listFilters(values: Values): Members {
  const { id, account, chainId, seconds, flag, referrer, keyId, txHash, depositAddress } = values;
  return {
    ...pageOf(values),
    id,
    orderId: id,
    user: account,
    hash: txHash,
    referrer,
    depositAddress,
    apiKey: keyId,
    originChainId: chainId,
    destinationChainId: chainId,
    chainId,
    startTimestamp: seconds,
    endTimestamp: seconds,
    startBlock: seconds,
    endBlock: seconds,
    includeOrderData: flag,
    includeChildRequests: flag,
    referrerAddress: hex(20),
    status: fc.constantFrom(...requestStatuses),
    sortBy: fc.constantFrom('createdAt', 'updatedAt'),
    sortDirection: fc.constantFrom('asc', 'desc'),
  };
}

function listV3Filters(values: Values): Members {
  const { id, account, txHash, chainId, currency, flag } = values;
  const usd = fc.oneof(fc.nat(100).map(String), fc.string({ maxLength: 20 }));
  return {
    ...listFilters(values),
    term: fc.oneof(id, account, txHash),
    recipient: account,
    depositTxHash: txHash,
    fillTxHash: txHash,
    refundTxHash: txHash,
    currencyInAddress: currency,
    currencyOutChainId: chainId,
    amountUsdMin: usd,
    appFeesAmountUsdMax: usd,
    features: fc.constantFrom('app_fees', 'gas_top_up,fixed_rate', 'none'),
    requestType: fc.constantFrom('Bridge', 'send', 'other'),
    includeAuthenticatedData: flag,
    includeTotal: flag,
    failReason: fc.constantFrom('TTL_EXPIRED', 'N/A'),
  };
}

function transactionShapes(values: Values, { targets }: CallWorld) {
  const { id, chainId, txHash, referrer, signature, currency, depositAddress, amount } = values;
  const target = fc.oneof(fc.constantFrom(...targets), hex(20));
  const stepData = fc
    .record({ from: hex(20), to: target, value: amount, chainId, txHash, data: hex(4) })
    .map((data) => JSON.stringify(data));
  const authorization = fc.record({
    chainId,
    address: target,
    nonce: fc.nat(),
    yParity: fc.nat(1),
    r: hex(32),
    s: hex(32),
  });
  return {
    transactionsIndex: {
      body: {
        needed: { chainId: chainId.map(String), txHash },
        optional: { requestId: id, referrer },
      },
    },
    transactionsSingle: {
      body: { needed: { requestId: id, chainId: chainId.map(String), tx: stepData } },
    },
    depositAddressReindex: {
      body: { needed: { chainId, depositAddress }, optional: { targetChainId: chainId, currency } },
    },
    executePermits: {
      query: { needed: { signature } },
      body: {
        needed: { kind: fc.constantFrom('eip3009', 'permit2', 'claim', 'eip2612'), requestId: id },
        optional: { api: fc.constantFrom('bridge', 'swap', 'user-swap'), referrer },
      },
    },
    execute: {
      body: {
        needed: {
          executionKind: fc.constant('rawCalls'),
          data: fc.record(
            {
              chainId,
              to: target,
              data: hex(68),
              value: amount,
              authorizationList: fc.array(authorization, { maxLength: 1 }),
            },
            { requiredKeys: ['chainId', 'to', 'data', 'value'] },
          ),
          executionOptions: fc.record({ referrer, subsidizeFees: values.flag }),
          requestId: id,
        },
        optional: { originGasOverhead: fc.nat(1_000_000) },
      },
    },
    fastFill: {
      body: {
        needed: { requestId: id },
        optional: {
          solverInputCurrencyAmount: amount,
          maxFillAmountUsd: fc.double({ min: 0, max: 1e9, noNaN: true }),
          referrer,
        },
      },
    },
  } as const satisfies Partial<Shapes>;
}

function moneyShapes(values: Values) {
  const { account, slug, currency, amount, chainId, jobId } = values;
  const terms = {
    chainId: slug,
    currency,
    amount,
    ownerChainId: slug,
    owner: account,
    recipient: account,
  };
  return {
    withdrawalRequest: {
      body: { needed: terms, optional: { nonce: hex(32), signature: values.signature } },
    },
    withdrawalBalances: {
      query: {
        needed: { recoveryAddress: account, ownerChainId: fc.oneof(slug, chainId.map(String)) },
        optional: pageOf(values),
      },
    },
    withdrawalStatus: { query: { needed: { id: jobId } } },
    appFeeBalances: { path: { wallet: account } },
    appFeeClaim: {
      path: { wallet: account },
      body: { needed: { chainId, currency, recipient: account }, optional: { amount } },
    },
    appFeeClaims: { path: { wallet: account }, query: { optional: pageOf(values) } },
  } as const satisfies Partial<Shapes>;
}

function webhookShapes({ keyId, seconds, limit }: Values) {
  const webhook = { path: { webhookId: fc.oneof(keyId, fc.constant('wh_0123456789abcdef')) } };
  return {
    webhookList: {},
    webhookDelete: { ...webhook, body: {} },
    webhookTest: { ...webhook, body: {} },
    webhookRotate: { ...webhook, body: { optional: { overlapSeconds: fc.nat(700_000) } } },
    webhookReplay: {
      ...webhook,
      body: { needed: { startTimestamp: seconds, endTimestamp: seconds } },
    },
    webhookDeliveries: {
      ...webhook,
      query: { optional: { limit, continuation: fc.nat().map(String) } },
    },
  } as const satisfies Partial<Shapes>;
}

function usageQuery({ seconds, keyId }: Values): Part {
  const granularity = fc.constantFrom('minutely', 'hourly', 'daily');
  const keys = fc.array(keyId, { maxLength: 60 }).map((ids) => ids.join(','));
  return {
    optional: { granularity, startTimestamp: seconds, endTimestamp: seconds, apiKey: keys },
  };
}

function shapesIn(world: CallWorld): Shapes {
  const values = valuesIn(world);
  const { id, account, chainId, currency, referrer, depositAddress, keyId, flag } = values;
  const status = { query: { needed: { requestId: id }, optional: { referrer } } };
  const text = fc.string({ maxLength: 40, unit: 'grapheme' });
  return {
    ...transactionShapes(values, world),
    ...moneyShapes(values),
    ...webhookShapes(values),
    status,
    legacyStatus: status,
    chains: { query: { optional: { includeChains: chainId, excludeChains: chainId } } },
    health: {},
    serviceLevels: { query: { optional: { days: fc.integer({ min: -1, max: 120 }) } } },
    currencies: {
      body: {
        optional: {
          defaultList: flag,
          verified: flag,
          term: text,
          address: currency,
          limit: fc.nat(120),
          currencyId: text,
          chainIds: fc.array(chainId, { maxLength: 4 }),
          tokens: fc.array(
            fc.tuple(chainId, currency).map(([chain, token]) => `${String(chain)}:${token}`),
            { maxLength: 4 },
          ),
        },
      },
    },
    modelStatusV2: status,
    modelRequestsV3: { query: { optional: listV3Filters(values) } },
    modelDepositAddressV2: {
      query: { optional: { address: depositAddress, requestId: id, depositAddressId: id } },
    },
    modelDepositAddressDisable: { body: { needed: { depositAddressId: id } } },
    modelTokenPrice: { query: { needed: { address: currency, chainId } } },
    modelTrending: { query: { optional: { chainId, limit: fc.nat(120) } } },
    modelLiquidity: { query: { needed: { chainId } } },
    modelRates: {},
    swapSources: { query: { optional: { chainId, referrer } } },
    usage: { query: usageQuery(values) },
    requests: { query: { optional: listFilters(values) } },
    depositAddress: { query: { optional: { address: depositAddress, requestId: id, id } } },
    config: {
      query: {
        needed: { originChainId: chainId, destinationChainId: chainId },
        optional: { user: account, currency: fc.constantFrom(...configCurrencyIds) },
      },
    },
    dashboardSession: {},
    dashboardRequests: { query: { optional: listFilters(values) } },
    dashboardRequest: { path: { requestId: id } },
    dashboardOverview: {
      query: {
        optional: { window: fc.constantFrom('hour', 'day', 'week', 'month'), apiKey: keyId },
      },
    },
    dashboardUsage: { query: usageQuery(values) },
    dashboardMoney: {},
    dashboardKeys: {},
    dashboardService: {},
  };
}

/** Members of a part: those that it needs, some of the others, and now and then a wrong one. */
function membersOf(
  { needed = {}, optional = {} }: Part,
  odd: fc.Arbitrary<unknown>,
): fc.Arbitrary<Readonly<Record<string, unknown>>> {
  const names = [...Object.keys(needed), ...Object.keys(optional)];
  const chosen = fc.record({ ...needed, ...optional }, { requiredKeys: Object.keys(needed) });
  const subset = fc.subarray(Object.keys(optional), {
    maxLength: Math.min(3, Object.keys(optional).length),
  });
  const valid = fc
    .tuple(chosen, subset)
    .map(([all, kept]) =>
      Object.fromEntries(
        Object.entries(all).filter(([name]) => name in needed || kept.includes(name)),
      ),
    );
  const change = fc.tuple(
    fc.constantFrom(...names, '__proto__', 'constructor', 'unknownMember', 'url'),
    fc.oneof(odd, fc.constant(undefined)),
  );
  const changes = fc.oneof(
    { weight: 3, arbitrary: fc.constant<readonly (readonly [string, unknown])[]>([]) },
    { weight: 2, arbitrary: fc.array(change, { minLength: 1, maxLength: 2 }) },
  );
  return fc.tuple(valid, changes).map(([members, changed]) => {
    const changedTo = new Map(changed);
    return Object.fromEntries(
      [...Object.entries(members).filter(([name]) => !changedTo.has(name)), ...changedTo].filter(
        ([, value]) => value !== undefined,
      ),
    );
  });
}

/** Length of a value in an address; longer heads are cut off before anything reads them. */
const urlValueMax = 1_000;

/** Text of a value in an address. */
const inUrl = (value: unknown): string =>
  encodeURIComponent(
    (typeof value === 'string' ? value : JSON.stringify(value))
      .slice(0, urlValueMax)
      .replace(/\p{Surrogate}/gu, '%'),
  );

/** Query of members, and queries that no client writes. */
function queryOf(part: Part, odd: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const usual = membersOf(part, odd).map((members) =>
    Object.entries(members)
      .map(([name, value]) => `${inUrl(name)}=${inUrl(value)}`)
      .join('&'),
  );
  const unusual = fc.tuple(
    usual,
    fc.constantFrom(
      '&',
      '=&=',
      '&a[b]=c',
      '&limit=1&limit=2',
      '&%',
      '&%00=%ff',
      '&x='.repeat(1_500),
    ),
  );
  return fc.oneof(
    { weight: 9, arbitrary: usual },
    { weight: 1, arbitrary: unusual.map((both) => both.join('')) },
  );
}

/** Calls of one endpoint. */
function callsOf(
  name: EndpointName,
  { path: pathMembers = {}, query = {}, body }: Shape,
  world: CallWorld,
): fc.Arbitrary<EndpointCall> {
  const { method, path } = endpoints[name];
  const odd = fc.oneof({ weight: 3, arbitrary: strange }, fc.constantFrom(...world.trapUrls));
  const place = fc
    .record(
      Object.fromEntries(
        Object.entries(pathMembers).map(([member, value]) => [
          member,
          fc.oneof({ weight: 4, arbitrary: value }, odd),
        ]),
      ),
    )
    .map((values) => path.replace(/\{(\w+)\}/g, (_, member: string) => inUrl(values[member])));
  const text =
    body === undefined
      ? fc.constant(undefined)
      : fc.oneof(
          { weight: 12, arbitrary: membersOf(body, odd).map((members) => JSON.stringify(members)) },
          { weight: 1, arbitrary: brokenTextOf(membersOf(body, odd)) },
        );
  const otherMethod = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE');
  return fc.record({
    name: fc.constant(name),
    method: fc.oneof({ weight: 30, arbitrary: fc.constant<string>(method) }, otherMethod),
    path: fc
      .tuple(place, queryOf(query, odd))
      .map(([address, asked]) => (asked === '' ? address : `${address}?${asked}`)),
    headers: headersIn(world),
    text,
  });
}

function headersIn({ apiKeys, trapUrls }: CallWorld): fc.Arbitrary<Record<string, string>> {
  const [url = ''] = trapUrls;
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .constantFrom(undefined, ...apiKeys)
        .map((key) => ({ ...json, ...(key === undefined ? {} : { 'x-api-key': key }) })),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom<Record<string, string>>(
        {},
        { 'content-type': 'text/plain' },
        { ...json, 'content-encoding': 'gzip' },
        { ...json, 'x-api-key': ' ' },
        { ...json, 'x-api-key': 'é'.repeat(300) },
        { ...json, accept: 'image/png', referer: url, 'x-forwarded-host': url },
        { ...json, 'x-forwarded-for': '203.0.113.7, ::1', forwarded: 'for=203.0.113.7' },
        { ...json, 'x-http-method-override': 'DELETE', expect: '200-ok' },
      ),
    },
  );
}

const json = { 'content-type': 'application/json' } as const;

/** Random calls of every endpoint that has a shape. */
export function endpointCalls(world: CallWorld): fc.Arbitrary<EndpointCall> {
  // The keys of an object literal are its names.
  const shapes = Object.entries(shapesIn(world)) as [keyof Shapes, Shape][];
  return fc.oneof(...shapes.map(([name, shape]) => callsOf(name, shape, world)));
}
