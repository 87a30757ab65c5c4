import { endpoints, type EndpointResponse } from '@portage/core/schemas';
import type { RequestEntry } from '@portage/core';
import type { paths } from '@relayprotocol/relay-sdk';
import { eventually } from '@portage/testing';
import { afterAll, beforeAll, describe, expect, expectTypeOf, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { transfer, type Transfer } from '../../src/demonstrations/transfer.js';
import { useSystem } from '../world/useSystem.js';
import { freshAccount, listAt, openInterface, type InterfaceSystem } from './interfaceSystem.js';
import type { Wire } from './wire.js';

/** Lists of version 3 beside those of version 2, for requests of each family. */
let system: InterfaceSystem;
type Name = 'bridge' | 'refund' | 'swap' | 'alone' | 'solana' | 'bitcoin' | 'exchange';
let made: Readonly<Record<Name, Transfer>>;
const app = freshAccount().toLowerCase();
const referrer = `shop-${app}`;

type RequestV3 = EndpointResponse<'modelRequestsV3'>['requests'][number];
type Published = paths['/requests/v3']['get']['responses'][200]['content']['application/json'];
type PublishedEntry = NonNullable<Published['requests']>[number];
type PublishedQuery = NonNullable<paths['/requests/v3']['get']['parameters']['query']>;

beforeAll(async () => {
  system = await openInterface(await useSystem());
  const context = (index: number) => createContext(system, index);
  const dollars = { from: 'usdc@base', to: 'usdc@optimism', amount: '20' } as const;
  const members = {
    referrer,
    subsidizeFees: true,
    topupGas: true,
    appFees: [{ recipient: app, fee: '100' }],
  };
  const [bridge, refund, swap, alone, solana, bitcoin, exchange] = await Promise.all([
    transfer(context(1), { ...dollars, apiKey: system.key, members }),
    transfer(context(2), { ...dollars, delayMs: 2_500, members: { ttl: 1 } }),
    transfer(context(3), { from: 'dai@base', to: 'usdc@optimism', amount: '30' }),
    transfer(context(4), { from: 'usdc@base', to: 'wbtc@base', amount: '40' }),
    transfer(context(5), { from: 'usdc@base', to: 'usdc@solana', amount: '40' }),
    transfer(context(6), { from: 'eth@base', to: 'btc@bitcoin', amount: '0.1' }),
    transfer(context(7), { from: 'usdc@base', to: 'usdc@lighter', amount: '60' }),
  ]);
  made = { bridge, refund, swap, alone, solana, bitcoin, exchange };
});
afterAll(() => system.close());

const idOf = (name: Name): string => made[name].quote.requestId;

async function list(query: string, apiKey?: string): Promise<readonly RequestV3[]> {
  const answer = await system.get(`/requests/v3?${query}`, apiKey);
  return endpoints.modelRequestsV3.response.parse(answer).requests;
}

/** Both entries of a request once its books are written. */
async function both(name: Name): Promise<{ v2: RequestEntry; v3: RequestV3 }> {
  const read = async () => {
    const v2 = listAt(await system.get(`/requests/v2?id=${idOf(name)}`), 'requests');
    const [v3] = await list(`id=${idOf(name)}`);
    return { v2: v2[0] as RequestEntry, v3: v3! };
  };
  return eventually(read, ({ v2 }) => name === 'alone' || v2.data.fees !== undefined, {
    what: 'the books of the request',
  });
}

describe('GET /requests/v3', () => {
  test('has the shape of the published type (requests#v3, requests#v3-depositAddress, requests#v3-appFees)', () => {
    expectTypeOf<Wire<Omit<RequestV3, 'data'>>>().toExtend<Omit<PublishedEntry, 'data'>>();
    type Data = NonNullable<PublishedEntry['data']>;
    type Reasons = 'failReason' | 'refundFailReason';
    expectTypeOf<Wire<Omit<RequestV3['data'], Reasons>>>().toExtend<Omit<Data, Reasons>>();
    // Reasons of ours alone.
    type Own = Exclude<RequestV3['data'][Reasons], Data[Reasons]>;
    expectTypeOf<Own>().toEqualTypeOf<
      'MANUAL_REFUND_REQUIRED' | 'RECLAIM_REQUESTED' | 'RECLAIMED'
    >();
    expectTypeOf<'id' | 'features' | 'requestType'>().toExtend<keyof PublishedQuery>();
  });

  test.each<[Name, string]>([
    ['bridge', 'Bridge'],
    ['refund', 'Bridge'],
    ['swap', 'Crosschain Swap'],
    ['alone', 'Same-chain Swap'],
    ['solana', 'Bridge'],
    ['bitcoin', 'Crosschain Swap'],
    ['exchange', 'Bridge'],
  ])(
    'tells of a %s what version 2 tells (requests#v3-same, requests#v3-root, requests#v3-status, requests#v3-reasons, requests#v3-txs, requests#v3-route)',
    async (name, requestType) => {
      const { v2, v3 } = await both(name);
      expect(v3).toMatchObject({
        id: v2.id,
        status: v2.status,
        user: v2.user,
        sender: v2.user,
        recipient: v2.recipient,
        requestType,
        createdAt: v2.createdAt,
      });
      expect(v3.data).toMatchObject({
        failReason: v2.data.failReason === 'N/A' ? null : v2.data.failReason,
        refundFailReason: null,
        route: { quoted: v2.data.metadata?.route },
      });
      expect(v3.data.inTxs.map(({ txHash }) => txHash)).toEqual(
        v2.data.inTxs.map(({ hash }) => hash),
      );
      expect(v3.data.outTxs.map(({ txHash }) => txHash)).toEqual(
        v2.data.outTxs.map(({ hash }) => hash),
      );
      const { quoted } = v2.data.feeSponsorship!;
      expect(v3.data.fees!.quoted).toMatchObject({
        platform: { usd: quoted.components['the service']!.total.amountUsd },
        execution: { amount: quoted.components.execution!.total.amount },
        app: { usd: quoted.components.app!.total.amountUsd },
      });
      const destination = v3.data.route!.actual?.destination.outputCurrency?.amount;
      expect(destination).toBe(v2.status === 'success' ? v2.data.amountOut : undefined);
      expect(JSON.stringify(v3)).not.toMatch(/"(the service|relay|N\/A|hash)"/);
    },
  );

  test('tells fees of a fill and of a refund as booked (requests#v3-fees, requests#v3-platform, requests#data-refundCurrencyData)', async () => {
    const { v2, v3 } = await both('bridge');
    const { actual } = v2.data.feeSponsorship!;
    expect(v3.data.fees!.actual).toMatchObject({
      platform: { usd: actual!.components['the service']!.total.amountUsd },
      execution: { usd: actual!.components.execution!.total.amountUsd },
      sponsored: { usd: actual!.sponsoredTotal!.amountUsd },
    });
    expect(v3.data.feeSponsorship!.quoted.selectedComponents).toContain('platform');
    expect(v3.data.feeSponsorship!.actual!.sponsorPayment).toEqual(
      v2.data.feeSponsorship!.actual!.sponsorPayment!.address === undefined
        ? undefined
        : expect.objectContaining({ chainId: expect.any(Number) as number }),
    );
    expect(v3.features).toEqual(['gas_top_up', 'app_fees']);
    expect(v3.data.refundCurrencyData).toBeNull();
    const refund = await both('refund');
    const back = made.refund.refunded.toString();
    expect(refund.v3.data.refundCurrencyData).toEqual(refund.v2.data.refundCurrencyData);
    expect(refund.v2.data.refundCurrencyData).toMatchObject({
      currency: { chainId: 8453, symbol: 'USDC' },
      amount: back,
      minimumAmount: back,
    });
    expect(BigInt(back)).toBeLessThan(20_000_000n);
    expect(refund.v3.data).toMatchObject({
      failReason: 'TTL_EXPIRED',
      fees: { actual: { execution: { usd: refund.v2.data.feesUsd!.gas }, app: { amount: '0' } } },
      route: { actual: null },
    });
  });

  test.each<[string, () => string]>([
    ['user', () => `user=${made.bridge.quote.details.sender}&recipient=${recipient('bridge')}`],
    ['recipient', () => `recipient=${recipient('bridge')}`],
    ['depositTxHash', () => `depositTxHash=${made.bridge.inTxHashes[0]!}`],
    ['fillTxHash', () => `fillTxHash=${made.bridge.txHashes[0]!}`],
    ['term, an id', () => `term=${idOf('bridge')}`],
    ['term, an order', () => `term=${made.bridge.quote.protocol.v2!.orderId}`],
    ['term, a transaction', () => `term=${made.bridge.txHashes[0]!}`],
    ['term, an account', () => `term=${recipient('bridge')}`],
    ['features', () => `recipient=${recipient('bridge')}&features=gasless_swap,app_fees`],
    ['requestType', () => `recipient=${recipient('bridge')}&requestType=bridge`],
    [
      'currencies',
      () => `recipient=${recipient('bridge')}&currencyInSymbol=usdc&currencyOutChainId=10`,
    ],
    ['worth', () => `recipient=${recipient('bridge')}&amountUsdMin=19.9&amountUsdMax=20.1`],
    ['app fees', () => `recipient=${recipient('bridge')}&appFeesAmountUsdMin=0.1`],
  ])(
    'finds by %s (requests#v3-filters, requests#v3-term, requests#v3-paging)',
    async (_, query) => {
      expect((await list(query())).map(({ id }) => id)).toEqual([idOf('bridge')]);
    },
  );

  test.each<[string, () => string]>([
    ['another recipient', () => `user=${recipient('bridge')}`],
    ['a payout that is a deposit', () => `fillTxHash=${made.bridge.inTxHashes[0]!}`],
    ['another feature', () => `recipient=${recipient('bridge')}&features=fixed_rate`],
    ['another kind', () => `recipient=${recipient('bridge')}&requestType=Send`],
    ['more than it was worth', () => `recipient=${recipient('bridge')}&amountUsdMin=21`],
  ])('does not find %s (requests#v3-filters)', async (_, query) => {
    expect(await list(query())).toEqual([]);
  });

  test('finds a refund by its transaction and its reason (requests#v3-filters)', async () => {
    const [hash] = made.refund.txHashes;
    expect(await list(`refundTxHash=${hash!}`)).toMatchObject([{ id: idOf('refund') }]);
    const user = made.refund.quote.details.sender;
    const found = await list(`user=${user}&failReason=TTL_EXPIRED`);
    expect(found).toMatchObject([{ id: idOf('refund') }]);
    expect(await list(`fillTxHash=${hash!}`)).toEqual([]);
  });

  test('lists by referrer for the holder of the key alone (requests#v3-referrer, requests#v3-own, requests#v3-apiKey)', async () => {
    const found = await list(`referrer=${referrer}`, system.key);
    expect(found).toMatchObject([{ id: idOf('bridge'), data: { referrer } }]);
    await expect(list(`referrer=${referrer}`)).rejects.toThrow(/400|INVALID_REQUEST/);
    const { keys } = system.service.access;
    const { secret, key } = await keys.create({ name: app, owner: app });
    const { key: other } = await keys.create({ name: referrer, owner: referrer });
    expect(await list(`referrer=${referrer}`, secret)).toEqual([]);
    await expect(list(`apiKey=${other.id}`, secret)).rejects.toThrow('FORBIDDEN');
    await expect(list(`apiKey=${other.id}`)).rejects.toThrow('UNAUTHORIZED');
    const both = await list(`apiKey=${key.id},${key.id}`, secret);
    expect(both).toEqual([]);
    const [open] = await list(`id=${idOf('bridge')}`);
    expect(open!.data).not.toHaveProperty('referrer');
  });
});

function recipient(name: Name): string {
  return made[name].quote.details.recipient;
}
