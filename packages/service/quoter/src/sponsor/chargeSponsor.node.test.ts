import type { OrderCalls } from '@portage/core/chain';
import { writeSponsoredTopups } from '@portage/settlement/testing';
import { openAccessRecords, type AccessRecords } from '@portage/access';
import { openTestSettlement, type TestSettlement } from '@portage/settlement/testing';
import { createTestDatabases } from '@portage/database/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { usdcToken, testChains } from '../../test/chains.js';
import { other, testPayer, createQuoterHarness } from '../../test/quoterHarness.js';

const databases = createTestDatabases();
let store: TestSettlement & AccessRecords;

beforeAll(async () => {
  const settlement = await openTestSettlement(databases);
  store = { ...settlement, ...(await openAccessRecords(settlement)) };
});

afterAll(() => databases.close());

it('reads the balance from the ledger and keeps what the fill will book', async () => {
  const { key } = await store.keys.create({ name: 'shop', sponsor: 'acme' });
  const { quote, saved } = createQuoterHarness({
    store,
    context: { apiKeyId: key.id, sponsor: key.sponsor },
  });
  const body = {
    user: testPayer,
    originCurrency: usdcToken.base,
    destinationCurrency: usdcToken.optimism,
    amount: '100000000',
    subsidizeFees: true,
    appFees: [{ recipient: other, fee: '1' }],
  };
  await expect(quote(body)).rejects.toMatchObject({ code: 'SPONSOR_BALANCE_TOO_LOW' });
  const credit = (microUsd: bigint, ref: string) =>
    store.sponsors.credit({ account: 'acme', microUsd, ref });
  await credit(31_399n, 'one');
  await expect(quote(body)).rejects.toMatchObject({ code: 'SPONSOR_BALANCE_TOO_LOW' });
  await credit(1n, 'two');
  const { requestId } = await quote(body);
  const [request] = saved;
  if (request === undefined) throw new Error('the quote is stored');
  await store.saveRequest(request);
  expect(await store.query('select id, execution_terms from waiting_quotes')).toEqual([
    {
      id: requestId,
      execution_terms: {
        appFees: [{ account: other, amount: '10000', bps: '1', microUsd: '10000' }],
        sponsor: {
          account: 'acme',
          microUsd: '31400',
          currency: { chainId: 8453, address: usdcToken.base },
        },
        quoted: { gas: '700000000000', nativeUsdE12: '2000000000000000', minimum: '99950000' },
      },
    },
  ]);
  expect(await store.ledger.balance('sponsor:acme', 'usd')).toBe(31_400n);
  expect(await store.ledger.audit()).toEqual([]);
});

it('U5: sponsors no more top-ups and accounts of a recipient than it may get within a day', async () => {
  const { key } = await store.keys.create({ name: 'games', sponsor: 'games' });
  await store.sponsors.credit({ account: 'games', microUsd: 10n ** 9n, ref: 'games' });
  const calls: OrderCalls = {
    gasLimit: () => 0,
    gasLimitMax: 0,
    check: () => undefined,
    confirm: () => Promise.resolve(),
  };
  const { quote } = createQuoterHarness({
    chains: testChains({ optimism: { calls, rent: () => 10n ** 12n } }),
    store,
    context: { apiKeyId: key.id, sponsor: key.sponsor },
  });
  const body = {
    user: testPayer,
    recipient: other,
    originCurrency: usdcToken.base,
    destinationCurrency: usdcToken.optimism,
    amount: '100000000',
    subsidizeFees: true,
    topupGas: true,
    topupGasAmount: '100000',
  };
  const paid = (number: number, account = 'games') => {
    const orderId = `0x${number.toString(16).padStart(64, '0')}`;
    return store.transaction((tx) =>
      writeSponsoredTopups(tx, [{ orderId, account, chainId: 10, recipient: other }]),
    );
  };
  for (const number of [1, 2]) await paid(number);
  await paid(3, 'shop');
  await quote(body);
  await paid(4);
  await expect(quote(body)).rejects.toMatchObject({
    code: 'SPONSORED_TOPUPS_EXCEEDED',
    details: [{ path: 'topupGas' }],
  });
  const rented = { ...body, topupGas: false, topupGasAmount: undefined, subsidizeRent: true };
  await expect(quote(rented)).rejects.toMatchObject({
    code: 'SPONSORED_TOPUPS_EXCEEDED',
    details: [{ path: 'sponsoredFeeComponents' }],
  });
  await quote({ ...rented, recipient: testPayer });
  await quote({ ...body, recipient: testPayer });
  await quote({ ...body, topupGas: false, topupGasAmount: undefined });
  await quote({ ...body, subsidizeFees: false });
});
