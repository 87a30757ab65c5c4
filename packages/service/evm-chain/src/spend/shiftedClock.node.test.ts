import { systemClock } from '@portage/core';
import { testEnvironment } from '@portage/testing';
import { createWalletClient, http, type Hex } from 'viem';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { accounts } from '../../test/accounts.js';
import { deployChain, type TestChain } from '../../test/deployChain.js';
import { evm } from '../index.js';

const closing = new AbortController();
const native = '0x0000000000000000000000000000000000000000';
const minute = 60_000;
let node: TestChain;

beforeAll(async () => {
  node = await deployChain();
});
afterAll(async () => {
  closing.abort();
  await node.stop();
});

test.each([
  ['is five and a half minutes ahead', 5.5 * minute, 1],
  ['is ten minutes behind', -10 * minute, 2],
])('a refund passes where the clock of the service %s', async (_, shift, n) => {
  const clock = { ...systemClock, now: () => Date.now() + shift };
  const environment = testEnvironment(closing.signal, { keys: node.keys, clock });
  const chain = await evm.prepare(node.config).open(environment);
  const orderId: Hex = `0x${String(n).padStart(64, 'c')}`;
  const payer = accounts.user.address.toLowerCase();
  const wallet = createWalletClient({
    account: accounts.user,
    chain: node.chain,
    transport: http(node.rpcUrl),
  });
  const terms = { requestId: orderId, orderId, payer, currency: native, amount: 5_000n };
  for (const { items } of chain.deposit!.steps(terms)) {
    // The steps of this family carry a transaction.
    const { to, data, value } = items[0]!.data as Record<'to' | 'data' | 'value', Hex>;
    const hash = await wallet.sendTransaction({ to, data, value: BigInt(value) });
    expect((await node.client.waitForTransactionReceipt({ hash })).status).toBe('success');
  }
  const [answer] = await chain.spend!.simulate!([
    {
      type: 'refund',
      orderId,
      depositor: payer,
      currency: native,
      recipient: payer,
      amount: 5_000n,
      key: `${orderId}:main`,
    },
  ]);
  expect(answer).toEqual({ status: 'passes' });
});
