import { withdrawalBalancesSchema } from '@portage/core/schemas';
import { fakeAddress, fakeNative } from '@portage/testing';
import { afterEach, describe, expect, test } from 'vitest';
import { createTestServer, type TestServer } from '../../test/createTestServer.js';

const open: TestServer[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map(({ server }) => server.close()));
});

const alice = fakeAddress('alice');
const unlisted = fakeAddress('unlisted');

async function serve(): Promise<TestServer> {
  const parts = await createTestServer();
  open.push(parts);
  const balance = (currency: string, amount: bigint) => ({
    asset: `1:${currency}`,
    chainId: 1,
    currency,
    amount,
  });
  const all = [balance(fakeNative, 5n * 10n ** 17n), balance(unlisted, 7n)];
  parts.store.withdrawable.set(
    alice,
    all.sort((a, b) => (a.asset < b.asset ? -1 : 1)),
  );
  return parts;
}

const url = (query: string): string => `/withdrawals/balances?${query}`;

describe('GET /withdrawals/balances', () => {
  test('lists what an owner may withdraw, page by page (withdrawals#limit, withdrawals#continuation)', async () => {
    const { server } = await serve();
    const ask = async (query: string) =>
      withdrawalBalancesSchema.parse((await server.inject({ url: url(query) })).json());
    const of = `recoveryAddress=${alice}&ownerChainId=`;
    const whole = await ask(`${of}one`);
    expect(whole.continuation).toBeUndefined();
    expect(whole.balances).toContainEqual({
      hubTokenId: `1:${unlisted}`,
      currency: null,
      amount: '7',
      amountFormatted: '7',
    });
    expect(whole.balances).toContainEqual(
      expect.objectContaining({ amount: '500000000000000000', amountFormatted: '0.5' }),
    );
    const first = await ask(`${of}1&limit=1`);
    const second = await ask(`${of}1&limit=1&continuation=${first.continuation ?? ''}`);
    expect([...first.balances, ...second.balances]).toEqual(whole.balances);
    expect(second.continuation).toBeUndefined();
    expect((await ask(`recoveryAddress=${fakeAddress('bob')}&ownerChainId=one`)).balances).toEqual(
      [],
    );
  });

  test.each([
    ['no owner', 'ownerChainId=one', 'INVALID_REQUEST'],
    ['no chain of the owner', `recoveryAddress=${alice}`, 'INVALID_REQUEST'],
    ['a chain that is none', `recoveryAddress=${alice}&ownerChainId=moon`, 'INVALID_REQUEST'],
    ['an account that is none', 'recoveryAddress=0x12&ownerChainId=one', 'INVALID_ADDRESS'],
    ['a page of nothing', `recoveryAddress=${alice}&ownerChainId=one&limit=0`, 'INVALID_REQUEST'],
  ])('refuses %s', async (_, query, errorCode) => {
    const { server } = await serve();
    const answer = await server.inject({ url: url(query) });
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { errorCode }]);
  });
});
