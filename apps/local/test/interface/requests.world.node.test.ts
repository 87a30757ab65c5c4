import { testUsdcAbi } from '@portage/contracts';
import { eventually } from '@portage/testing';
import { createWalletClient, http, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../../src/createContext.js';
import { transfer, type Transfer } from '../../src/demonstrations/transfer.js';
import {
  at,
  freshAccount,
  listAt,
  openInterface,
  textAt,
  type InterfaceSystem,
} from './interfaceSystem.js';
import { useSystem } from '../world/useSystem.js';

/** Statuses, lists and deposit addresses, as docs/spec promises them, on a running service. */
let system: InterfaceSystem;
let paid: Transfer;
let sponsored: Transfer;
let refunded: Transfer;
/** Id of a request that is never paid. */
let unpaid: string;
/** A deposit address, the request that it was made for, and the id of its step. */
let address: Readonly<Record<'address' | 'requestId' | 'id' | 'refundTo', string>>;

const referrerAddress = freshAccount().toLowerCase();
const appRecipient = freshAccount().toLowerCase();

beforeAll(async () => {
  system = await openInterface(await useSystem());
  const context = (index: number) => createContext(system, index);
  const dollars = { from: 'usdc@base', to: 'usdc@optimism', amount: '20' } as const;
  [paid, sponsored, refunded] = await Promise.all([
    transfer(context(1), {
      ...dollars,
      members: {
        referrer: 'shop.example',
        referrerAddress,
        appFees: [{ recipient: appRecipient, fee: '100' }],
        slippageTolerance: '50',
      },
    }),
    transfer(context(2), { ...dollars, apiKey: system.key, members: { subsidizeFees: true } }),
    transfer(context(3), { ...dollars, delayMs: 2_500, members: { ttl: 1 } }),
  ]);
  unpaid = (await system.quote()).requestId;
  address = await payAddress();
});
afterAll(() => system.close());

/** Pays half of what an open deposit address was quoted for, and waits for the new request. */
async function payAddress(): Promise<typeof address> {
  const refundTo = freshAccount().toLowerCase();
  const quote = await system.quote({
    useDepositAddress: true,
    refundTo,
    recipient: freshAccount(),
  });
  const [step] = quote.steps;
  const sender = createWalletClient({
    account: privateKeyToAccount(system.privateKey(4)),
    transport: http(system.chain(8453).rpcUrl),
  });
  await sender.writeContract({
    chain: null,
    address: system.usdc(8453),
    abi: testUsdcAbi,
    functionName: 'transfer',
    args: [(step?.depositAddress ?? '0x') as Hex, 50_000_000n],
  });
  const { requestId } = quote;
  await eventually(
    async () => at(await entryOf(requestId), 'data.supersededByRequestId'),
    (successor) => successor !== undefined,
    { what: 'the request of what was paid' },
  );
  return {
    address: step?.depositAddress ?? '',
    requestId,
    id: step?.depositAddressId ?? '',
    refundTo,
  };
}

const list = (query: string) => system.get(`/requests/v2?${query}`);
const idsOf = async (query: string): Promise<readonly unknown[]> =>
  listAt(await list(query), 'requests').map((entry) => at(entry, 'id'));
const entryOf = async (id: string, more = ''): Promise<unknown> =>
  at(await list(`id=${id}${more}`), 'requests.0');
const statusOf = (requestId: string) => system.get(`/intents/status/v3?requestId=${requestId}`);
const idOf = ({ quote }: Transfer): string => quote.requestId;

/** A row of docs/spec with what it promises, and how that is seen. */
type Row = readonly [row: string, check: () => Promise<void>];
/** A row of docs/spec, the path in an answer, and what stands there. */
type Value = readonly [row: string, path: string, expected: () => unknown];
const is = (expected: unknown) => () => expected;
const match = (pattern: RegExp) => () => expect.stringMatching(pattern) as unknown;

describe('GET /intents/status/v3', () => {
  test.each<Value>([
    ['status#requestId, status#answer-requestId', 'requestId', () => idOf(paid)],
    ['status#success, status#answer-status', 'status', is('success')],
    ['status#answer-details', 'details', match(/^\w.*\.$/)],
    ['status#inTxHashes', 'inTxHashes.0', () => paid.inTxHashes[0]],
    ['status#txHashes', 'txHashes.0', () => paid.txHashes[0]],
    ['status#originChainId', 'originChainId', is(8453)],
    ['status#originChainId of the destination', 'destinationChainId', is(10)],
    ['status#failReason, status#na', 'failReason', is('N/A')],
    ['status#refundFailReason, status#refund-na', 'refundFailReason', is('N/A')],
    ['status#amountOut', 'amountOut', () => paid.received.toString()],
  ])('%s', async (_, path, expected) => {
    expect(at(await statusOf(idOf(paid)), path)).toEqual(expected());
  });

  test.each<Row>([
    [
      'status#updatedAt, status#quoteCreatedAt: milliseconds since 1970',
      async () => {
        const body = await statusOf(idOf(paid));
        const [asked, changed] = ['quoteCreatedAt', 'updatedAt'].map((name) =>
          Number(at(body, name)),
        );
        expect(changed).toBeGreaterThan(asked ?? 0);
        expect(Math.abs(Date.now() - (changed ?? 0))).toBeLessThan(600_000);
      },
    ],
    [
      'status#waiting, status#refund: before a deposit, and after it was paid back',
      async () => {
        expect(await statusOf(unpaid)).toMatchObject({ status: 'waiting', inTxHashes: [] });
        expect(await statusOf(idOf(refunded))).toMatchObject({
          status: 'refund',
          failReason: 'TTL_EXPIRED',
        });
      },
    ],
    [
      'status#expired: once the time of the quote is over',
      async () => {
        const { requestId } = await system.quote({ ttl: 1 });
        await expect.poll(async () => at(await statusOf(requestId), 'status')).toBe('expired');
      },
    ],
    [
      'status#referrer: changes nothing',
      async () => {
        const same = await system.get(
          `/intents/status/v3?requestId=${idOf(paid)}&referrer=shop.example`,
        );
        expect(same).toEqual(await statusOf(idOf(paid)));
      },
    ],
    [
      'status#stream-data, status#stream-id, status#stream-retry: the present status as an event',
      async () => {
        const answer = await fetch(`${system.url}/intents/status/v3?requestId=${idOf(paid)}`, {
          headers: { accept: 'text/event-stream' },
        });
        const text = await answer.text();
        expect(text).toMatch(/^retry: ?1000$/m);
        expect(text).toMatch(/^id: ?\d+$/m);
        const data: unknown = JSON.parse(/^data: ?(.*)$/m.exec(text)?.[1] ?? '{}');
        expect(data).toEqual(await statusOf(idOf(paid)));
      },
    ],
  ])('%s', (_, check) => check());
});

describe('GET /requests/v2', () => {
  test.each<Row>([
    [
      'requests#limit, requests#continuation: a page at a time',
      async () => {
        const first = await list('limit=1');
        expect(listAt(first, 'requests')).toHaveLength(1);
        const next = await list(`limit=1&continuation=${textAt(first, 'continuation')}`);
        expect(at(next, 'requests.0.id')).not.toBe(at(first, 'requests.0.id'));
        await expect(list('limit=51')).rejects.toThrow(/INVALID_REQUEST/);
      },
    ],
    [
      'requests#id, requests#orderId: one request, also where nobody paid',
      async () => {
        expect(await idsOf(`id=${unpaid}`)).toEqual([unpaid]);
        const orderId = paid.quote.protocol.v2?.orderId ?? '';
        expect(await idsOf(`orderId=${orderId}`)).toEqual([idOf(paid)]);
        expect(await idsOf('limit=50')).not.toContain(unpaid);
      },
    ],
    [
      'requests#user, requests#hash: payer or recipient, and a transaction of either side',
      async () => {
        const { sender, recipient } = paid.quote.details;
        expect(await idsOf(`user=${sender}`)).toEqual([idOf(paid)]);
        expect(await idsOf(`user=${recipient}`)).toEqual([idOf(paid)]);
        expect(await idsOf(`hash=${paid.inTxHashes[0] ?? ''}`)).toEqual([idOf(paid)]);
        expect(await idsOf(`hash=${paid.txHashes[0] ?? ''}`)).toEqual([idOf(paid)]);
      },
    ],
    [
      'requests#originChainId, requests#destinationChainId, requests#chainId: chains of either side',
      async () => {
        // Of one payer: other files of this system have requests on all chains.
        const own = `user=${paid.quote.details.sender}`;
        for (const query of ['originChainId=8453', 'destinationChainId=10', 'chainId=10'])
          expect(await idsOf(`${query}&${own}`), query).toEqual([idOf(paid)]);
        const solana = `chainId=${system.solana.id}`;
        for (const query of ['originChainId=10', 'destinationChainId=8453', solana])
          expect(await idsOf(`${query}&${own}`), query).toEqual([]);
      },
    ],
    [
      'requests#status: one status',
      async () => {
        const own = `user=${refunded.quote.details.sender}`;
        expect(await idsOf(`status=refund&${own}`)).toEqual([idOf(refunded)]);
        expect(await idsOf(`status=success&${own}`)).toEqual([]);
        await expect(list('status=nothing')).rejects.toThrow(/INVALID_REQUEST/);
      },
    ],
    [
      'requests#startTimestamp, requests#endTimestamp: seconds, both included',
      async () => {
        const created = Date.parse(textAt(await entryOf(idOf(paid)), 'createdAt'));
        const second = Math.floor(created / 1000);
        expect(await idsOf(`startTimestamp=${second}&endTimestamp=${second}`)).toContain(
          idOf(paid),
        );
        expect(await idsOf(`endTimestamp=${second - 1}`)).not.toContain(idOf(paid));
        expect(await idsOf(`startTimestamp=${second + 1}`)).not.toContain(idOf(paid));
      },
    ],
    [
      'requests#startBlock: is refused by name',
      async () => {
        await expect(list('startBlock=1')).rejects.toThrow(/UNSUPPORTED_FEATURE/);
        await expect(list('endBlock=1')).rejects.toThrow(/UNSUPPORTED_FEATURE/);
      },
    ],
    [
      'requests#referrer, requests#referrerAddress: of one app',
      async () => {
        expect(await idsOf('referrer=shop.example')).toEqual([idOf(paid)]);
        const upper = `0x${referrerAddress.slice(2).toUpperCase()}`;
        expect(await idsOf(`referrerAddress=${upper}`)).toEqual([idOf(paid)]);
      },
    ],
    [
      'requests#depositAddress, requests#includeChildRequests: at one deposit address',
      async () => {
        // Those of other requests are left out; there are some.
        const others = await idsOf('limit=50');
        expect(others).toContain(idOf(paid));
        for (const more of ['', '&includeChildRequests=true']) {
          const found = await idsOf(`depositAddress=${address.address}&limit=50${more}`);
          expect(found).toContain(address.requestId);
          expect(found).not.toContain(idOf(paid));
          expect(found.length).toBeLessThan(others.length);
        }
      },
    ],
    [
      'requests#includeOrderData, requests#protocol-orderData: adds the order',
      async () => {
        const entry = await entryOf(idOf(paid), '&includeOrderData=true');
        expect(at(entry, 'protocol.orderData')).toEqual(paid.quote.protocol.v2?.orderData);
        expect(at(await entryOf(idOf(paid)), 'protocol.orderData')).toBeUndefined();
      },
    ],
    [
      'requests#sortBy, requests#sortDirection: newest first, unless it is asked otherwise',
      async () => {
        const times = async (query: string, member: string) =>
          listAt(await list(query), 'requests').map((entry) => textAt(entry, member));
        const newest = await times('limit=50', 'createdAt');
        expect(newest).toEqual([...newest].sort().reverse());
        const oldest = await times('sortDirection=asc&limit=50', 'createdAt');
        expect(oldest).toEqual([...oldest].sort());
        const changed = await times('sortBy=updatedAt&limit=50', 'updatedAt');
        expect(changed).toEqual([...changed].sort().reverse());
      },
    ],
  ])('%s', (_, check) => check());

  test.each<Value>([
    ['requests#answer-id', 'id', () => idOf(paid)],
    ['requests#answer-status', 'status', is('success')],
    ['requests#answer-user', 'user', () => paid.quote.details.sender],
    ['requests#answer-user, the recipient', 'recipient', () => paid.quote.details.recipient],
    ['requests#answer-referrer', 'referrer', is('shop.example')],
    ['requests#answer-referrerAddress', 'referrerAddress', is(referrerAddress)],
    ['requests#answer-createdAt', 'createdAt', match(/^\d{4}-\d\d-\d\dT.*Z$/)],
    ['requests#answer-depositAddress without one', 'depositAddress', is(null)],
    ['requests#answer-data, requests#data-failReason', 'data.failReason', is('N/A')],
    ['requests#data-inTxs', 'data.inTxs.0.hash', () => paid.inTxHashes[0]],
    ['requests#data-inTxs and its status', 'data.inTxs.0.status', is('success')],
    ['requests#data-inTxs, the payout', 'data.outTxs.0.hash', () => paid.txHashes[0]],
    ['requests#data-inTxs, what the payout cost', 'data.outTxs.0.fee', match(/^[1-9]\d*$/)],
    ['requests#data-slippageTolerance', 'data.slippageTolerance', is('50')],
    ['requests#data-subsidizedRequest', 'data.subsidizedRequest', is(false)],
    ['requests#data-fees', 'data.feesUsd.fixed', match(/^0\.02/)],
    ['requests#data-currency', 'data.currency', is('usdc')],
    ['requests#data-feeCurrency', 'data.feeCurrency', is('usdc')],
    ['requests#data-appFees', 'data.appFees.0.amount', is('200000')],
    ['requests#data-appFees and its recipient', 'data.appFees.0.recipient', is(appRecipient)],
    ['requests#data-paidAppFees', 'data.paidAppFees.0.amount', is('200000')],
    ['requests#data-appFeeCurrencyObject', 'data.appFeeCurrencyObject.symbol', is('USDC')],
    ['requests#data-refundCurrencyData, where none was', 'data.refundCurrencyData', is(undefined)],
    [
      'requests#data-expandedPriceImpact',
      'data.expandedPriceImpact.quoted.swap.usd',
      match(/^-?\d/),
    ],
    ['requests#data-metadata', 'data.metadata.currencyIn.amount', is('20000000')],
    ['requests#data-usesExternalLiquidity', 'data.usesExternalLiquidity', is(false)],
    ['requests#data-timeEstimate', 'data.timeEstimate', () => paid.quote.details.timeEstimate],
    ['requests#data-amountOut', 'data.amountOut', () => paid.received.toString()],
    [
      'requests#answer-protocol, requests#protocol-orderId',
      'protocol.orderId',
      () => paid.quote.protocol.v2?.orderId,
    ],
    ['requests#protocol-hubType', 'protocol.hubType', is('onchain')],
    [
      'requests#protocol-solver',
      'protocol.solver.address',
      () => paid.quote.protocol.v2?.orderData.solver,
    ],
    [
      'requests#protocol-deposit',
      'protocol.deposit.origin.transactionId',
      () => paid.inTxHashes[0],
    ],
    [
      'requests#protocol-settlement',
      'protocol.settlement.destination.fills.0.transactionId',
      () => paid.txHashes[0],
    ],
  ])('%s', async (_, path, expected) => {
    expect(at(await entryOf(idOf(paid)), path)).toEqual(expected());
  });

  test.each<Row>([
    [
      'requests#data-feeSponsorship, sponsorship#when-charged, quote#feeSponsorship-sponsorPayment: what the fill took from the sponsor',
      async () => {
        const data = at(await entryOf(idOf(sponsored)), 'data');
        expect(at(data, 'subsidizedRequest')).toBe(true);
        const payment = at(data, 'feeSponsorship.actual.sponsorPayment');
        expect(payment).toMatchObject({
          amount: expect.stringMatching(/^[1-9]\d*$/) as unknown,
          address: expect.any(String) as unknown,
          chainId: expect.any(Number) as unknown,
        });
        expect(at(await entryOf(unpaid), 'data.feeSponsorship')).not.toHaveProperty('actual');
      },
    ],
    [
      'requests#data-supersededByRequestId: the request that took the place of one',
      async () => {
        const superseding = textAt(await entryOf(address.requestId), 'data.supersededByRequestId');
        const entry = await entryOf(superseding);
        expect(at(entry, 'data.metadata.currencyIn.amount')).toBe('50000000');
      },
    ],
  ])('%s', (_, check) => check());
});

describe('POST /transactions/index and /single', () => {
  test.each<Row>([
    [
      'requests#index-chainId, requests#index-txHash, requests#index-requestId, requests#index-referrer: looks at a transaction',
      async () => {
        const index = async (body: object) =>
          (await system.post('/transactions/index', body)).status;
        const txHash = paid.inTxHashes[0];
        expect(await index({ chainId: '8453', txHash })).toBe(200);
        expect(await index({ chainId: 8453, txHash, requestId: unpaid, referrer: 'x' })).toBe(200);
        expect(await index({ chainId: '4242', txHash })).toBe(400);
        expect(await index({ chainId: '8453' })).toBe(400);
        expect(await index({ txHash })).toBe(400);
      },
    ],
    [
      'requests#single-requestId, requests#single-chainId, requests#single-tx, requests#single-referrer: is told of a transaction',
      async () => {
        const good = {
          requestId: idOf(paid),
          chainId: '8453',
          tx: JSON.stringify({ txHash: paid.inTxHashes[0] }),
          referrer: 'shop.example',
        };
        const single = async (members: object) =>
          (await system.post('/transactions/single', { ...good, ...members })).status;
        expect(await single({})).toBe(200);
        expect(await single({ requestId: `0x${'77'.repeat(32)}` })).toBe(404);
        expect(await single({ chainId: undefined })).toBe(400);
        expect(await single({ tx: '7' })).toBe(400);
      },
    ],
  ])('%s', (_, check) => check());
});

describe('GET /deposit-addresses/v1', () => {
  const found = (query: string) => system.get(`/deposit-addresses/v1?${query}`);

  test.each<Value>([
    ['deposit-addresses#depositAddress', 'depositAddress', () => address.address],
    ['deposit-addresses#type, deposit-addresses#open', 'type', is('open')],
    ['deposit-addresses#answer-requestId', 'requestId', () => address.requestId],
    ['deposit-addresses#chainId', 'chainId', is(8453)],
    ['deposit-addresses#createdAt', 'createdAt', match(/^\d{4}-\d\d-\d\dT.*Z$/)],
    ['deposit-addresses#currency', 'currency', () => system.usdc(8453).toLowerCase()],
    ['deposit-addresses#refundTo', 'refundTo', () => address.refundTo],
  ])('%s', async (_, path, expected) => {
    expect(at(await found(`address=${address.address}`), path)).toEqual(expected());
  });

  test.each<Row>([
    [
      'deposit-addresses#address, deposit-addresses#requestId, deposit-addresses#query-id: exactly one of them finds it',
      async () => {
        const known = await found(`address=${address.address}`);
        expect(await found(`requestId=${address.requestId}`)).toEqual(known);
        expect(await found(`id=${address.id}`)).toEqual(known);
        await expect(found('')).rejects.toThrow(/INVALID_REQUEST/);
        const both = `address=${address.address}&id=${address.id}`;
        await expect(found(both)).rejects.toThrow(/INVALID_REQUEST/);
      },
    ],
    [
      'deposit-addresses#reindex-chainId, deposit-addresses#reindex-depositAddress, deposit-addresses#reindex-targetChainId, deposit-addresses#reindex-currency: what is looked at',
      async () => {
        const reindex = async (members: object): Promise<unknown> => {
          const body = { chainId: 8453, depositAddress: address.address, ...members };
          return (await system.post('/transactions/deposit-address/reindex', body)).json();
        };
        const all = Number(at(await reindex({}), 'checkedCurrencies'));
        expect(all).toBeGreaterThan(1);
        expect(await reindex({ currency: system.usdc(8453) })).toMatchObject({
          checkedCurrencies: 1,
        });
        expect(
          Number(at(await reindex({ targetChainId: 10 }), 'checkedCurrencies')),
        ).toBeGreaterThan(1);
        expect(await reindex({ chainId: 4242 })).toMatchObject({ errorCode: 'UNSUPPORTED_CHAIN' });
        expect(await reindex({ depositAddress: freshAccount() })).toMatchObject({
          errorCode: 'UNKNOWN_REQUEST',
        });
      },
    ],
    [
      'deposit-addresses#reindex-message, deposit-addresses#reindex-triggeredCurrencies, deposit-addresses#reindex-checkedCurrencies, deposit-addresses#reindex-failedCurrencies: what came of it',
      async () => {
        const body = { chainId: 8453, depositAddress: address.address };
        const answer = await system.post('/transactions/deposit-address/reindex', body);
        expect(await answer.json()).toMatchObject({
          message: expect.stringMatching(/\w/) as unknown,
          triggeredCurrencies: [],
          failedCurrencies: 0,
        });
      },
    ],
  ])('%s', (_, check) => check());
});
